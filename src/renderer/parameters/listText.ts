/** Lists as typed in a field: "1, 2", "10, 20.5", "0-99, 120", "0:28, 5:41". */
import type { z } from 'zod';
import type { regionSchema } from '../../core/region.ts';
import type { Parsed } from './formReader.ts';

type Region = z.infer<typeof regionSchema>;

const REGION = /^(\d{1,6})\s*:\s*(\d{1,6})\s*,\s*(\d{1,6})\s*:\s*(\d{1,6})$/;
export const REGION_HELP = 'Rows and columns, counted from 0 and without the last: 0:28, 5:41.';

/** The trimmed parts between commas. */
export function parts(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/** Distinct positive numbers up to `most`. */
export function parseLevels(text: string, most = Infinity): Parsed<number[]> {
  const levels = parts(text).map(Number);
  const fits = levels.length > 0 && levels.every((level) => level > 0 && level <= most);
  if (!fits) return { problem: `Numbers above 0${most < Infinity ? ` and up to ${most}` : ''}, such as 0.1, 0.2.` };
  return new Set(levels).size < levels.length ? { problem: 'Duplicate value.' } : { value: levels };
}

/** Any number of numbers from `min` to `max`, separated by commas, semicolons or blanks. */
export function parseNumbers(text: string, min: number, max: number): Parsed<number[]> {
  const pieces = text.split(/[,;\s]+/).filter((part) => part !== '');
  const numbers = pieces.map(Number).filter((value) => value >= min && value <= max);
  return numbers.length === pieces.length ? { value: numbers } : { problem: `Numbers from ${min} to ${max}.` };
}

/** Integers, separated by commas or blanks: training images per subject. */
export function parseCounts(text: string): Parsed<number[]> {
  const pieces = text.split(/[\s,;]+/).filter((piece) => piece !== '');
  const counts = pieces.map(Number);
  if (counts.length === 0 || counts.some((count) => !Number.isInteger(count) || count < 1)) {
    return { problem: 'Write whole numbers from 1, such as 2, 3, 4.' };
  }
  if (new Set(counts).size < counts.length) return { problem: 'Duplicate value.' };
  return { value: counts };
}

/** Indices from 0, single or as inclusive ranges. */
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

/** Inverse of `parseIndices` if `indices` ascend without repetition. */
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

/** Inverse of `parseRegion`. */
export function regionText({ rows, cols }: Region): string {
  return `${rows.join(':')}, ${cols.join(':')}`;
}

/** Row and column of a pixel, from 0. */
export function parsePixel(text: string): Parsed<{ row: number; col: number }> {
  const match = /^(\d{1,6})\s*,\s*(\d{1,6})$/.exec(text.trim());
  return match
    ? { value: { row: Number(match[1]), col: Number(match[2]) } }
    : { problem: 'Row, column, such as 10, 5.' };
}

/** One split per line: values to train on, and after "→" those to test on. */
export function parseValueSplits(text: string): Parsed<{ train: string[]; test?: string[] }[]> {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const pairs: { train: string[]; test?: string[] }[] = [];
  for (const line of lines) {
    const sides = line.split(/→|->/);
    const [train, test] = sides.map(parts);
    if (sides.length > 2 || train.length === 0 || test?.length === 0) {
      return { problem: `"${line.trim()}" is not values to train on, or such values → values to test on.` };
    }
    pairs.push(test ? { train, test } : { train });
  }
  return pairs.length > 0 ? { value: pairs } : { problem: 'Write at least one line, such as 1 → 2.' };
}

/** Inverse of `parseValueSplits`. */
export function valueSplitsText(
  splits: readonly { readonly train: readonly string[]; readonly test?: readonly string[] }[],
): string {
  return splits.map(({ train, test }) => train.join(', ') + (test ? ` → ${test.join(', ')}` : '')).join('\n');
}
