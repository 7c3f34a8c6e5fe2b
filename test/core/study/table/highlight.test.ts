import { expect, it } from 'vitest';
import { highlightOf } from '../../../../src/core/study/table/standings.ts';
import type { StudyTable } from '../../../../src/core/study/table/table.ts';

const conditions = ['2 images', '3 images'].map((title, i) => ({ key: `k=${i + 2}`, title }));
/** Means by label and condition. */
const tableOf = (means: Record<string, (number | null)[]>) =>
  ({
    conditions,
    rows: Object.entries(means).map(([label, row]) => {
      return { label, entries: row.map((mean) => ({ mean, std: mean === null ? null : mean / 10 })) };
    }),
  }) as unknown as StudyTable;

it('a study is shown by its lowest mean, in whatever row and condition', () => {
  expect(highlightOf(tableOf({ PCA: [20, 12], LDA: [null, 10], LPP: [11, 30] }))).toEqual({
    label: 'LDA',
    condition: '3 images',
    mean: 10,
    std: 1,
    conditions: 2,
  });
});

it('a study is shown by the first of equal means, and by nothing where there are none', () => {
  expect(highlightOf(tableOf({ PCA: [20, 0], LDA: [0, 0] }))).toMatchObject({ label: 'PCA', condition: '3 images' });
  expect(highlightOf(tableOf({ PCA: [null, null] }))).toBeNull();
  expect(highlightOf(tableOf({}))).toBeNull();
});
