/**
 * What an experiment gives, as plain data: what the workspace stores, the page draws, and exports write; and statements
 * of a paper, held against what came out.
 */
import { z } from 'zod';

const text = z.string();
const finite = z.number();

const pointSchema = z.strictObject({
  x: finite,
  y: finite,
  /** Half the height of a bar around the point: one standard deviation. */
  spread: finite.nullable().optional(),
});

const seriesSchema = z.strictObject({
  label: text,
  /** Whose colour and marker it has; null: a guide, or data. */
  method: text.nullable(),
  /** Of series without a method: the number of a class, whose colour and marker it has. */
  group: z.int().min(0).optional(),
  points: z.array(pointSchema),
  /** Points alone, without a line through them. */
  loose: z.literal(true).optional(),
});

const axisSchema = z.strictObject({
  /** With its unit in brackets. */
  title: text,
  scale: z.enum(['linear', 'log']),
});

const chartSchema = z.strictObject({
  title: text,
  x: axisSchema,
  y: axisSchema,
  series: z.array(seriesSchema),
  notes: z.array(text),
});

const cellSchema = z.strictObject({
  /** null: there is none. */
  value: finite.nullable(),
  /** One standard deviation over repeats. */
  deviation: finite.nullable().optional(),
  /** What follows the number, such as the latent shape. */
  note: text.optional(),
  /** The number that the paper prints in this place. */
  published: finite.optional(),
  publishedDeviation: finite.optional(),
});

const tableSchema = z.strictObject({
  title: text,
  /** Above the titles of the rows, then above the cells. */
  head: z.array(text),
  /** Digits behind the decimal point. */
  digits: z.int().min(0).max(12),
  rows: z.array(z.strictObject({ title: text, cells: z.array(cellSchema) })),
});

const sheetSchema = z.strictObject({
  title: text,
  rows: z.int().min(1),
  cols: z.int().min(1),
  /** One strip per line: images of one byte per pixel, one after another, as base64. */
  strips: z.array(z.strictObject({ title: text, pixels: text })),
});

const checkSchema = z.strictObject({
  /** What the paper states, as a sentence. */
  claim: text,
  /** 'value': a number of the paper; 'order': which is ahead, or which way something goes. */
  kind: z.enum(['value', 'order']),
  published: text,
  found: text,
  holds: z.boolean(),
});

export const experimentResultSchema = z.strictObject({
  charts: z.array(chartSchema),
  tables: z.array(tableSchema),
  sheets: z.array(sheetSchema),
  checks: z.array(checkSchema),
  /** Facts of this run that its reader must know. */
  notes: z.array(text),
});

export type ResultChart = z.infer<typeof chartSchema>;
export type ResultSeries = z.infer<typeof seriesSchema>;
export type ResultTable = z.infer<typeof tableSchema>;
export type ResultCell = z.infer<typeof cellSchema>;
export type ResultSheet = z.infer<typeof sheetSchema>;
export type Check = z.infer<typeof checkSchema>;
export type ExperimentResult = z.infer<typeof experimentResultSchema>;

/** A result with nothing but what is named. */
export function resultOf(parts: Partial<ExperimentResult>): ExperimentResult {
  return { charts: [], tables: [], sheets: [], checks: [], notes: [], ...parts };
}

/** Four digits, of large numbers one behind the point. */
export function shortNumber(value: number): string {
  const text = Math.abs(value) >= 1000 ? value.toFixed(1) : value.toPrecision(4);
  return String(Number(text)).replaceAll('-', '−');
}

/** Holds where `found` is within `tolerance` of the published number. */
export function valueCheck(claim: string, published: number, found: number, tolerance: number): Check {
  return {
    claim,
    kind: 'value',
    published: `${shortNumber(published)} ± ${shortNumber(tolerance)}`,
    found: shortNumber(found),
    holds: Math.abs(found - published) <= tolerance,
  };
}

/** Holds where the named numbers ascend strictly in this order. */
export function ascendingCheck(claim: string, named: readonly (readonly [string, number])[]): Check {
  const ascending = named.every(([, value], i) => i === 0 || named[i - 1][1] < value);
  return {
    claim,
    kind: 'order',
    published: named.map(([name]) => name).join(' < '),
    found: [...named]
      .sort((a, b) => a[1] - b[1])
      .map(([name, value]) => `${name} ${shortNumber(value)}`)
      .join(' < '),
    holds: ascending,
  };
}

/** Any other statement; `found` says what was seen instead of, or in support of, `published`. */
export function orderCheck(claim: string, published: string, found: string, holds: boolean): Check {
  return { claim, kind: 'order', published, found, holds };
}
