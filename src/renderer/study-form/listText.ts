/** Lists as a person writes them in a field: "1, 2", "10, 20.5", "0-99, 120", "0:28, 5:41". */
import type { z } from 'zod';
import type { regionSchema } from '../../core/region.ts';
import type { Parsed } from '../methods/gridText.ts';

type Region = z.infer<typeof regionSchema>;

const REGION = /^(\d{1,6})\s*:\s*(\d{1,6})\s*,\s*(\d{1,6})\s*:\s*(\d{1,6})$/;
export const REGION_HELP = 'Rows and columns, counted from 0 and without the last: 0:28, 5:41.';

/** The parts between commas, without blanks around them. */
export function parts(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/** Positive numbers, none twice, up to `most`. */
export function parseLevels(text: string, most = Infinity): Parsed<number[]> {
  const levels = parts(text).map(Number);
  const fits = levels.length > 0 && levels.every((level) => level > 0 && level <= most);
  if (!fits) return { problem: `Numbers above 0${most < Infinity ? ` and up to ${most}` : ''}, such as 0.1, 0.2.` };
  return new Set(levels).size < levels.length ? { problem: 'A number is there twice.' } : { value: levels };
}

/** Indices from 0, single or as ranges with both ends. */
export function parseIndices(text: string): Parsed<number[]> {
  const indices: number[] = [];
  for (const part of parts(text)) {
    const match = /^(\d{1,7})(?:\s*-\s*(\d{1,7}))?$/.exec(part);
    if (!match) return { problem: `"${part}" is not an index or a range such as 0-99.` };
    const [from, to] = [Number(match[1]), Number(match[2] ?? match[1])];
    if (to < from) return { problem: `The range ${part} ends before it starts.` };
    for (let index = from; index <= to; index++) indices.push(index);
  }
  return { value: indices };
}

/** The text that parseIndices reads back as `indices`, where these ascend without repetition. */
export function indicesText(indices: readonly number[]): string {
  const runs: [number, number][] = [];
  for (const index of indices) {
    const last = runs.at(-1);
    if (last && index === last[1] + 1) last[1] = index;
    else runs.push([index, index]);
  }
  return runs.map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`)).join(', ');
}

/** Rows and columns of a rectangle, each with the index after the last. */
export function parseRegion(text: string): Parsed<Region> {
  const match = REGION.exec(text.trim());
  if (!match) return { problem: REGION_HELP };
  const [top, bottom, left, right] = match.slice(1).map(Number);
  return { value: { rows: [top, bottom], cols: [left, right] } };
}

/** Rectangles, separated by semicolons. */
export function parseRegions(text: string): Parsed<Region[]> {
  const regions: Region[] = [];
  for (const part of text.split(';').filter((piece) => piece.trim() !== '')) {
    const parsed = parseRegion(part);
    if ('problem' in parsed) return parsed;
    regions.push(parsed.value);
  }
  return regions.length > 0 ? { value: regions } : { problem: REGION_HELP };
}

/** The text that parseRegion reads back. */
export function regionText({ rows, cols }: Region): string {
  return `${rows.join(':')}, ${cols.join(':')}`;
}
