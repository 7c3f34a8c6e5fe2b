import { expect, it } from 'vitest';
import { printedRows, publishedRows } from '../../../src/core/papers/tableOfStudy.ts';

it('rows of a paper are read as they are printed', () => {
  const rows = printedRows(`
    2DPCA   26.7 ± 3.1   9.0 ± 12.5
    PCA      5.0 ± 0.4
  `);
  expect(Object.entries(rows)).toEqual([
    [
      '2DPCA',
      [
        [26.7, 3.1],
        [9, 12.5],
      ],
    ],
    ['PCA', [[5, 0.4]]],
  ]);
  expect(publishedRows(rows, 'k = 2, 3', 'Table IV')).toEqual([
    { what: '2DPCA', value: '26.7 ± 3.1, 9.0 ± 12.5% at k = 2, 3', where: 'Table IV' },
    { what: 'PCA', value: '5.0 ± 0.4% at k = 2, 3', where: 'Table IV' },
  ]);
});
