import { describe, expect, it } from 'vitest';
import { repeatSentences, spreadOver, standardErrors } from '../../../../src/core/study/table/footerRepeats.ts';
import type { StudyTable, TableEntry, ValidatedEntry } from '../../../../src/core/study/table/table.ts';
import { tableOf } from '../tableOf.ts';

const [PLANNED, NO_SHAPES] = [5, { shapes: [], standing: 'none', significant: false, p: null } as const];

/** Over so many repeats, all of which are compared unless `compared` says otherwise. */
const side = (n: number, std: number | null, compared: number | null = n) => ({
  values: Array.from({ length: n }, () => 5),
  repeats: Array.from({ length: n }, (_, i) => i + 1),
  mean: n === 0 ? null : 5,
  std,
  compared: compared === null ? null : { mean: 5, repeats: compared },
  planned: PLANNED,
});

const validated = (...given: Parameters<typeof side>): Partial<TableEntry> => ({
  validated: { ...NO_SHAPES, ...side(...given), shape: null } as ValidatedEntry,
});

/** A row per list, an entry per condition. */
function table(rows: Partial<TableEntry>[][], selection: StudyTable['options']['selection'] = 'both'): StudyTable {
  const plain = tableOf(rows[0].map(() => rows.map(() => null)));
  return {
    ...plain,
    options: { ...plain.options, selection },
    rows: plain.rows.map((row, r) => ({
      ...row,
      entries: row.entries.map((entry, c) => ({ ...entry, ...rows[r][c] })),
    })),
  };
}

describe('over how many repeats means and deviations are', () => {
  const over = (rows: Partial<TableEntry>[][], repeats = PLANNED) => spreadOver(table(rows), repeats, 'folds');

  it('is said of the entries that have a result', () => {
    expect(over([[side(5, 1)], [side(5, 1)]])).toBe('mean ± sample standard deviation over 5 folds');
    expect(over([[side(5, 1)], [side(0, null)]])).toBe('mean ± sample standard deviation over 5 folds');
    expect(over([[side(4, 1)], [side(4, 1)]])).toBe('mean ± sample standard deviation over 4 of 5 folds');
    expect(over([[side(3, 1)], [side(5, 1)]])).toBe('mean ± sample standard deviation over 3 to 5 of 5 folds');
    expect(over([[side(0, null)]])).toBe('mean ± sample standard deviation over 0 of 5 folds');
    expect(over([[side(1, null)]], 1)).toBe('one fold');
    expect(over([[side(2, 1)]], 2)).toBe('mean ± sample standard deviation over 2 folds');
  });

  it('names deviations unless two repeats have none, as those of one test image each', () => {
    expect(over([[side(1, null)], [side(1, null)]])).toBe('mean ± sample standard deviation over 1 of 5 folds');
    expect(over([[side(2, null)]])).toBe('mean over 2 of 5 folds');
    expect(over([[side(1, null)], [side(2, null)]])).toBe('mean over 1 to 2 of 5 folds');
    expect(over([[side(5, null)], [side(5, 1)]])).toBe('mean ± sample standard deviation over 5 folds');
  });

  it('is of the sides that the table shows', () => {
    const rows = [[{ ...side(5, 1), ...validated(3, 1) }]];
    const of = (selection: 'both' | 'oracle' | 'validated') => spreadOver(table(rows, selection), PLANNED, 'folds');
    expect((['both', 'oracle', 'validated'] as const).map(of)).toEqual([
      'mean ± sample standard deviation over 3 to 5 of 5 folds',
      'mean ± sample standard deviation over 5 folds',
      'mean ± sample standard deviation over 3 of 5 folds',
    ]);
  });
});

describe('standard errors', () => {
  const start = 'Mean ± standard error over the folds, as is usual for LFW: ';

  it('are s / √n of every entry that has a deviation, in its condition where there are several', () => {
    expect(standardErrors(table([[side(4, 1)], [side(1, null)], [side(0, null)]]))).toEqual([
      `${start}PCA 5.00 ± 0.50.`,
    ]);
    expect(
      standardErrors(
        table([
          [side(4, 1), side(2, 1)],
          [side(1, null), side(4, 3)],
        ]),
      ),
    ).toEqual([`${start}PCA in k = 1 5.00 ± 0.50; PCA in k = 2 5.00 ± 0.71; LDA in k = 2 5.00 ± 1.50.`]);
  });

  it('say which are of validated shapes where the table shows others too', () => {
    const rows = [[{ ...side(4, 1), ...validated(4, 2) }], [side(4, 1)]];
    const of = (selection: 'both' | 'oracle' | 'validated') => standardErrors(table(rows, selection));
    expect((['both', 'oracle', 'validated'] as const).flatMap(of)).toEqual([
      `${start}PCA 5.00 ± 0.50; PCA (validated) 5.00 ± 1.00; LDA 5.00 ± 0.50.`,
      `${start}PCA 5.00 ± 0.50; LDA 5.00 ± 0.50.`,
      `${start}PCA 5.00 ± 1.00.`,
    ]);
  });

  it('are none where no entry has two repeats', () => {
    expect(standardErrors(table([[side(1, null)], [side(0, null)]]))).toEqual([]);
  });
});

describe('the sentences on repeats', () => {
  const FEWER = '[n of m]: mean over the n of m folds with a result; the others failed, are pending or have no value.';
  const common = (places: string) =>
    'Bold, marks and ranks use only the folds that all methods share, so their means may differ from those shown: ' +
    `${places}.`;

  it('are none where all entries have all repeats, or nothing yet', () => {
    expect(repeatSentences(table([[side(5, 1)], [side(5, 1)]]), 'folds')).toEqual([]);
    expect(repeatSentences(table([[side(0, null, null)], [side(0, null, null)]]), 'folds')).toEqual([]);
  });

  it('explain the brackets of entries that lack some', () => {
    expect(repeatSentences(table([[side(4, 1)], [side(4, 1)]]), 'folds')).toEqual([FEWER]);
  });

  it('say by condition over how many repeats methods are compared, if some of them have more', () => {
    const rows = [
      [side(5, 1, 4), side(5, 1), side(2, 1, 1)],
      [side(4, 1), side(5, 1), side(1, null)],
      [side(0, null, null), side(1, null, null), side(3, 1, 1)],
    ];
    expect(repeatSentences(table(rows), 'folds')).toEqual([
      FEWER,
      common('4 in k = 1, 1 in k = 3'),
      'Not compared (too few folds in common with the others): 2DPCA (k = 2).',
    ]);
  });

  it('are of both sides of an entry, or of the one that the table shows', () => {
    const rows = [
      [{ ...side(5, 1), ...validated(5, 1, 3) }],
      [{ ...side(5, 1), ...validated(3, 1), untested: 'no spread' as const }],
      [{ ...side(5, 1), ...validated(1, null, null) }],
    ];
    const constant = 'Not tested (the difference is identical in every fold): LDA (k = 1).';
    const apart = 'Not compared (too few folds in common with the others): 2DPCA (k = 1).';
    expect(repeatSentences(table(rows), 'folds')).toEqual([FEWER, common('5 and 3 in k = 1'), apart, constant]);
    expect(repeatSentences(table(rows, 'oracle'), 'folds')).toEqual([constant]);
    expect(repeatSentences(table(rows, 'validated'), 'folds')).toEqual([FEWER, common('3 in k = 1'), apart]);
  });
});
