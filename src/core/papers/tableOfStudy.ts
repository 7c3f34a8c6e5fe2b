/** Tables of studies as results: a row per method, a column per condition, with the published numbers. */
import { shapeText } from '../methods/latent/latentShape.ts';
import type { StudyTable, TableEntry } from '../study/table/table.ts';
import type { ResultTable } from './result.ts';

/** Mean and standard deviation in per cent, by label of the method, one per condition of the paper. */
export type PublishedRows = Readonly<Record<string, readonly (readonly [number, number])[]>>;
/** As `PublishedRows`, for a paper without standard deviations. */
export type PublishedMeans = Readonly<Record<string, readonly (readonly [number])[]>>;

/** Rows as printed in a paper: one line per method, with its name and "mean ± deviation" of each condition. */
export function printedRows(lines: string): PublishedRows {
  const rows = lines.trim().split('\n');
  return Object.fromEntries(
    rows.map((row) => {
      const numbers = [...row.matchAll(/([\d.]+) ± ([\d.]+)/g)].map(
        ([, mean, std]) => [Number(mean), Number(std)] as const,
      );
      return [row.trim().split(' ')[0], numbers];
    }),
  );
}

/** Rows as published values; `at`: the conditions, "k = 2, 3, 4". */
export function publishedRows(rows: PublishedRows, at: string, where: string) {
  return Object.entries(rows).map(([what, row]) => {
    const numbers = row.map(([mean, std]) => `${mean.toFixed(1)} ± ${std.toFixed(1)}`);
    return { what, value: `${numbers.join(', ')}% at ${at}`, where };
  });
}

/** `published`: its conditions are keys, in the order of its rows; absent: no comparison. */
export function tableOfStudy(
  { rows, conditions, measure }: StudyTable,
  title: string,
  published?: { readonly conditions: readonly string[]; readonly rows: PublishedRows | PublishedMeans },
): ResultTable {
  return {
    title,
    head: ['Method', ...conditions.map((condition) => condition.title)],
    digits: measure.digits,
    rows: rows.map(({ label, entries }) => ({
      title: label,
      cells: entries.map((entry, c) => {
        const place = published?.conditions.indexOf(conditions[c].key) ?? -1;
        const number = published?.rows[label]?.[place];
        return {
          value: entry.mean,
          deviation: entry.std,
          ...(entry.shape && { note: shapeText(entry.shape) }),
          ...(number && { published: number[0] }),
          ...(number?.[1] !== undefined && { publishedDeviation: number[1] }),
        };
      }),
    })),
  };
}

/** The entry of a method in a condition. Throws RangeError if it has no mean. */
export function entryOf(
  { rows, conditions }: StudyTable,
  label: string,
  condition: string,
): TableEntry & { readonly mean: number } {
  const index = conditions.findIndex(({ key }) => key === condition);
  const entry = rows.find((row) => row.label === label)?.entries[index];
  if (!entry || entry.mean === null) throw new RangeError(`entryOf: ${label} has no mean at ${condition}`);
  return { ...entry, mean: entry.mean };
}
