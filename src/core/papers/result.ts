/**
 * Result of an experiment as plain data, which the workspace stores, the page draws and exports write; and checks of a
 * paper's statements against it.
 */
import { z } from 'zod';

const text = z.string();
const finite = z.number();

const pointSchema = z.strictObject({
  x: finite,
  y: finite,
  /** Half the height of an error bar around the point: one standard deviation. */
  spread: finite.nullable().optional(),
});

const seriesSchema = z.strictObject({
  label: text,
  /** Method that sets colour and marker; null: a reference line, or data. */
  method: text.nullable(),
  /** For series without a method: the number of a class, which sets colour and marker. */
  group: z.int().min(0).optional(),
  points: z.array(pointSchema),
  /** Points without a line. */
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
  /** null: no value. */
  value: finite.nullable(),
  /** One standard deviation over repeats. */
  deviation: finite.nullable().optional(),
  /** Suffix of the number, such as the latent shape. */
  note: text.optional(),
  /** The published number of this cell. */
  published: finite.optional(),
  publishedDeviation: finite.optional(),
});

const tableSchema = z.strictObject({
  title: text,
  /** Above the titles of the rows, then above the cells. */
  head: z.array(text),
  /** Digits after the decimal point. */
  digits: z.int().min(0).max(12),
  rows: z.array(z.strictObject({ title: text, cells: z.array(cellSchema) })),
});

const sheetSchema = z.strictObject({
  title: text,
  rows: z.int().min(1),
  cols: z.int().min(1),
  /** One strip per line: consecutive images of one byte per pixel, as base64. */
  strips: z.array(z.strictObject({ title: text, pixels: text })),
});

const checkSchema = z.strictObject({
  /** What the paper states, as a sentence. */
  claim: text,
  /** 'value': a number of the paper; 'order': a ranking or a trend. */
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
  /** What readers must know about this run. */
  notes: z.array(text),
});

export type ResultChart = z.infer<typeof chartSchema>;
export type ResultSeries = z.infer<typeof seriesSchema>;
export type ResultTable = z.infer<typeof tableSchema>;
export type ResultCell = z.infer<typeof cellSchema>;
export type ResultSheet = z.infer<typeof sheetSchema>;
export type Check = z.infer<typeof checkSchema>;
export type ExperimentResult = z.infer<typeof experimentResultSchema>;

/** A result with the given parts; the others are empty. */
export function resultOf(parts: Partial<ExperimentResult>): ExperimentResult {
  return { charts: [], tables: [], sheets: [], checks: [], notes: [], ...parts };
}

/** Four significant digits; one decimal for large numbers. */
export function shortNumber(value: number): string {
  const text = Math.abs(value) >= 1000 ? value.toFixed(1) : value.toPrecision(4);
  return String(Number(text)).replaceAll('-', '−');
}

/** Holds if `value` is within `tolerance` of the published number. */
export function valueCheck(claim: string, published: number, value: number, tolerance: number): Check {
  return {
    claim,
    kind: 'value',
    published: `${shortNumber(published)} ± ${shortNumber(tolerance)}`,
    found: shortNumber(value),
    holds: Math.abs(value - published) <= tolerance,
  };
}

/** Holds if the named numbers ascend strictly in this order. */
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

/** Any other statement; `observed` is the result in support of, or in contrast to, `published`. */
export function orderCheck(claim: string, published: string, observed: string, holds: boolean): Check {
  return { claim, kind: 'order', published, found: observed, holds };
}
