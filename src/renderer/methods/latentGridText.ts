/** Latent dimensions as typed: "all", "1-40", "2-40 step 2", "1-10, 15, 20-40 step 5". */
import type { AxisGrid } from '../../core/methods/latent/latentGridSchema.ts';
import type { Parsed } from '../parameters/formReader.ts';

const EXAMPLE = 'Write all, a range such as 1-40 or 2-40 step 2, or values such as 5, 10, 15.';
/** A longer list in a form is a typing error. */
const MOST_VALUES = 10_000;

export function parseAxis(text: string): Parsed<AxisGrid> {
  const parts = text
    .trim()
    .toLowerCase()
    .split(/[,;]/)
    .map((part) => part.trim());
  if (parts.length === 1 && parts[0] === 'all') return { value: 'all' };
  const values: number[] = [];
  for (const part of parts) {
    const match = /^(\d{1,6})(?:\s*(?:-|–|\.\.|to|:)\s*(\d{1,6})(?:\s*(?:step|by|\/)\s*(\d{1,6}))?)?$/.exec(part);
    if (!match) return { problem: part === '' ? EXAMPLE : `"${part}" is not a value or a range. ${EXAMPLE}` };
    const from = Number(match[1]);
    const to = match[2] === undefined ? from : Number(match[2]);
    const step = match[3] === undefined ? 1 : Number(match[3]);
    if (from < 1) return { problem: 'Latent dimensions start at 1.' };
    if (to < from) return { problem: `The range ${part} ends before it starts.` };
    if (step < 1) return { problem: `The range ${part} needs a step of at least 1.` };
    if (parts.length === 1 && match[2] !== undefined) return { value: { from, to, step } };
    for (let value = from; value <= to && values.length <= MOST_VALUES; value += step) values.push(value);
  }
  if (values.length > MOST_VALUES) return { problem: `More than ${MOST_VALUES} values; write one range instead.` };
  return { value: [...new Set(values)].sort((a, b) => a - b) };
}

/** Inverse of `parseAxis`. */
export function axisText(grid: AxisGrid): string {
  if (grid === 'all') return 'all';
  if (Array.isArray(grid)) return grid.join(', ');
  return grid.step === 1 ? `${grid.from}-${grid.to}` : `${grid.from}-${grid.to} step ${grid.step}`;
}

/** Latent shapes of a bilinear method: "(10, 3), (12, 3)" or one per line, "10x3". */
export function parseShapes(text: string, axes: number): Parsed<number[][]> {
  const shapes: number[][] = [];
  const pieces = text
    .replace(/\)\s*[,;]?\s*\(/g, ')\n(')
    .split(/[\n;]+/)
    .map((piece) => piece.replace(/[()]/g, '').trim())
    .filter((piece) => piece !== '');
  for (const piece of pieces) {
    const numbers = piece.split(/\s*[x×, ]\s*/).map(Number);
    if (numbers.length !== axes || numbers.some((q) => !Number.isInteger(q) || q < 1)) {
      return { problem: `"${piece}" is not a latent shape of ${axes} numbers. Write shapes such as (10, 3), (12, 3).` };
    }
    shapes.push(numbers);
  }
  return shapes.length > 0 ? { value: shapes } : { problem: 'Write at least one shape, such as (10, 3).' };
}
