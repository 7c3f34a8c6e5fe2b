/** A table with every kind of entry: significant best, plain best, tie, worse, failed, pending. */
import { measureOf } from '../../../src/core/measures/measures.ts';
import type { StudyTable, TableEntry } from '../../../src/core/study/table/table.ts';
import { defaultTableOptions } from '../../../src/core/study/table/tableOptions.ts';

function entry(change: Partial<TableEntry>): TableEntry {
  return {
    mean: null,
    std: null,
    shape: null,
    values: [],
    repeats: [],
    failed: 0,
    pending: 0,
    planned: 3,
    compared: change.mean === undefined || change.mean === null ? null : { mean: change.mean, repeats: 3 },
    standing: 'none',
    significant: false,
    p: null,
    ...change,
  };
}

const three = { repeats: [1, 2, 3], values: [1, 2, 3] };

export const table: StudyTable = {
  study: 'ORL & friends, 100 %',
  dataset: 'orl_56x46',
  measure: measureOf('error-rate'),
  options: defaultTableOptions,
  conditions: [
    { key: 'k=2', title: 'k = 2' },
    { key: 'k=3', title: 'k = 3' },
  ],
  rows: [
    {
      label: 'PCA, whitened "raw"',
      methodId: 'pca',
      entries: [
        entry({ ...three, mean: 29.66, std: 3.04, shape: [37], standing: 'worse', p: 1e-12 }),
        entry({ ...three, mean: 9.951, std: 0.04, shape: [40], standing: 'tie', p: 0.25 }),
      ],
    },
    {
      label: 'BPPCA',
      methodId: 'bppca',
      entries: [
        entry({ ...three, mean: 18.125, std: 10.25, shape: [10, 3], standing: 'best', significant: true }),
        entry({ ...three, mean: 9.75, std: null, shape: [12, 3], standing: 'best' }),
      ],
    },
    { label: 'GLRAM', methodId: 'glram', entries: [entry({ failed: 3 }), entry({ pending: 3 })] },
  ],
  footer: ['Error rate in per cent.', 'Bold: least mean error.', '• better; * worse (α = 0.05).'],
  essentials: ['Bold: least mean error.', '• better; * worse (α = 0.05).'],
  done: 9,
  total: 18,
};
