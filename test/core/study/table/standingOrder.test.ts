import { expect, it } from 'vitest';
import { standingOrder } from '../../../../src/core/study/table/standings.ts';
import type { StudyTable, ValidatedEntry } from '../../../../src/core/study/table/table.ts';
import { tableOf } from '../tableOf.ts';

const means = [
  [3, 1, null, 2],
  [5, 5, 4, 5],
];

it('methods stand by their means in a condition, the best first, equal ones as listed; without a mean in no place', () => {
  const errors = tableOf(means);
  expect(standingOrder(errors, 0, 'oracle')).toEqual(['LDA', 'FPCA', 'PCA']);
  expect(standingOrder(errors, 1, 'oracle')).toEqual(['2DPCA', 'PCA', 'LDA', 'FPCA']);
  expect(standingOrder(errors, 2, 'oracle')).toEqual([]);
  expect(standingOrder(tableOf(means, { measure: 'accuracy' }), 0, 'oracle')).toEqual(['PCA', 'FPCA', 'LDA']);
  expect(standingOrder(tableOf(means, { measure: 'accuracy' }), 1, 'oracle')).toEqual(['PCA', 'LDA', 'FPCA', '2DPCA']);
});

it('methods stand by what was chosen inside the training images where that is asked for', () => {
  const table = tableOf(means);
  const validated = [7, null, 6, undefined].map((mean) => (mean === undefined ? undefined : { mean }));
  const rows = table.rows.map((row, r) => ({
    ...row,
    entries: row.entries.map((entry) => ({ ...entry, validated: validated[r] as ValidatedEntry | undefined })),
  })) as StudyTable['rows'];
  expect(standingOrder({ ...table, rows }, 0, 'validated')).toEqual(['2DPCA', 'PCA']);
  expect(standingOrder({ ...table, rows }, 2, 'validated')).toEqual([]);
  expect(standingOrder(table, 0, 'validated')).toEqual([]);
});
