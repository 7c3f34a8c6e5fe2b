/** Tables from plain numbers, for what is computed from tables. */
import { measureOf, type MeasureId } from '../../../src/core/measures/measures.ts';
import type { StudyTable, TableEntry } from '../../../src/core/study/table/table.ts';
import { defaultTableOptions } from '../../../src/core/study/table/tableOptions.ts';

/** `means[c][m]`: the mean of method m in condition c; null: not finished. */
export function tableOf(
  means: readonly (readonly (number | null)[])[],
  { methods = ['pca', 'lda', '2dpca', 'fpca', 'glram', 'psopca'], ...given }: Partial<Given> = {},
): StudyTable {
  const { study = 'a study', dataset = 'orl', measure = 'error-rate' } = given;
  return {
    study,
    dataset,
    measure: measureOf(measure),
    options: defaultTableOptions,
    conditions: means.map((_, c) => ({ key: `k=${c + 1}`, title: `k = ${c + 1}` })),
    rows: means[0].map((_, m) => ({
      label: methods[m].toUpperCase(),
      methodId: methods[m],
      entries: means.map((row) => entry(row[m])),
    })),
    footer: [`Footer of ${study}.`, 'Shared sentence.'],
    essentials: ['Shared sentence.'],
    done: means.length,
    total: means.length + 1,
  };
}

interface Given {
  readonly study: string;
  readonly dataset: string;
  readonly measure: MeasureId;
  readonly methods: readonly string[];
}

function entry(mean: number | null): TableEntry {
  return {
    mean,
    std: mean === null ? null : 1,
    shape: mean === null ? null : [3],
    values: mean === null ? [] : [mean],
    repeats: mean === null ? [] : [1],
    failed: 0,
    pending: mean === null ? 1 : 0,
    planned: 1,
    compared: mean === null ? null : { mean, repeats: 1 },
    standing: 'none',
    significant: false,
    p: null,
  };
}
