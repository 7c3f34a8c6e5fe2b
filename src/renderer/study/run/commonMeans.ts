/** Means of a study that is not complete, over the same repeats for every method. */
import { entryParts, type EntryPlace } from '../../../core/study/table/grid.ts';
import type { StudyTable } from '../../../core/study/table/table.ts';

export interface CommonMeans {
  /** Of each method in the order of the table; null: it has no results in the condition. */
  readonly means: readonly (number | null)[];
  /** How many repeats all methods with results have. */
  readonly repeats: number;
}

/** In one condition. Without a common repeat every mean is null. */
export function commonMeans(table: StudyTable, { condition, selection }: Omit<EntryPlace, 'method'>): CommonMeans {
  const entries = table.rows.map((_, method) => entryParts(table, { method, condition, selection }));
  const begun = entries.filter(({ repeats }) => repeats.length > 0);
  const common = (begun[0]?.repeats ?? []).filter((repeat) => begun.every(({ repeats }) => repeats.includes(repeat)));
  const means = entries.map(({ values, repeats }) => {
    if (repeats.length === 0 || common.length === 0) return null;
    return common.reduce((sum, repeat) => sum + values[repeats.indexOf(repeat)], 0) / common.length;
  });
  return { means, repeats: common.length };
}
