import { expect, it } from 'vitest';
import { tableJson } from '../../../src/core/report/report.ts';
import { defaultTableOptions } from '../../../src/core/study/table/tableOptions.ts';
import type { StudyTable, TableEntry } from '../../../src/core/study/table/table.ts';

const verdict = { compared: null, standing: 'none', significant: false, p: null } as const;
const oracle: TableEntry = {
  mean: 10,
  std: 1,
  shape: [4],
  values: [9, 11],
  repeats: [1, 2],
  failed: 0,
  pending: 1,
  planned: 3,
  ...verdict,
};
const validated = { mean: 12, std: 2, shape: [2], shapes: [[2], [4]], values: [10, 14], repeats: [1, 2], ...verdict };

const entryOf = (entry: TableEntry, selection: 'both' | 'oracle' | 'validated') => {
  const table = {
    options: { ...defaultTableOptions, selection },
    rows: [{ label: 'PCA', methodId: 'pca', entries: [entry] }],
  } as unknown as StudyTable;
  return tableJson(table).rows[0].entries[0];
};

it('An entry is of the shapes chosen inside the training images, with those of the test images under their name', () => {
  for (const selection of ['both', 'validated'] as const) {
    const { failed, pending, planned, ...other } = oracle;
    expect(entryOf({ ...oracle, validated }, selection)).toEqual({
      selection: 'validated',
      ...validated,
      failed,
      pending,
      planned,
      oracle: other,
    });
  }
});

it('An entry is of the oracle selection where the table shows that alone, or the study has no other', () => {
  expect(entryOf({ ...oracle, validated }, 'oracle')).toEqual({ selection: 'oracle', ...oracle });
  expect(entryOf(oracle, 'both')).toEqual({ selection: 'oracle', ...oracle });
});
