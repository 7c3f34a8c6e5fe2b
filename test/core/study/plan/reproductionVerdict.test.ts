import { describe, expect, it } from 'vitest';
import { headlineOf, outcomeOf } from '../../../../src/core/study/plan/reproductionVerdict.ts';

type Counts = Parameters<typeof outcomeOf>[0];
const all = (count: number) => ({ total: count, compared: count, same: count });
const counts = (change: Partial<Counts> = {}): Counts => ({
  ...{ rows: all(3), images: all(40), splits: all(6), cells: all(48), numbers: all(48) },
  ...{ methodFiles: all(0), vectors: all(0), differences: [], leftOut: [] },
  ...change,
});

describe('the verdict of a reproduction', () => {
  it('is identical only if all that was asked for was compared and is the same', () => {
    expect(outcomeOf(counts())).toBe('identical');
    for (const part of ['rows', 'images', 'splits', 'cells', 'methodFiles', 'vectors'] as const) {
      expect(outcomeOf(counts({ [part]: { total: 5, compared: 4, same: 4 } })), part).toBe('incomplete');
      expect(outcomeOf(counts({ [part]: { total: 5, compared: 5, same: 4 } })), part).toBe('different');
    }
    expect(outcomeOf(counts({ differences: ['Seed differs.'] }))).toBe('different');
    expect(outcomeOf(counts({ numbers: { total: 48, compared: 48, same: 47 } }))).toBe('same-labels');
  });

  it('is never identical of nothing', () => {
    expect(outcomeOf(counts({ cells: all(0) }))).toBe('incomplete');
    expect(outcomeOf(counts({ splits: all(0) }))).toBe('incomplete');
  });

  it('counts in one sentence', () => {
    expect(headlineOf(counts({ methodFiles: all(2), vectors: all(1) }))).toBe(
      "Identical: 48 of 48 cells, 6 of 6 splits, 2 of 2 methods' files, 1 of 1 vectors; all numbers are the same bit for bit.",
    );
    expect(headlineOf(counts({ leftOut: [{ label: 'Net', method: 'net', why: 'not-asked-for' }] }))).toMatch(
      /^Identical: 3 of 4 rows, 48 of 48 cells, /,
    );
    expect(
      headlineOf(counts({ rows: { total: 6, compared: 2, same: 2 }, cells: { total: 48, compared: 16, same: 16 } })),
    ).toBe('Incomplete: only 2 of 6 rows, 16 of 48 cells, 6 of 6 splits could be compared; these are the same.');
    expect(headlineOf(counts({ numbers: { total: 48, compared: 48, same: 40 } }))).toBe(
      'Identical labels: 48 of 48 cells, 6 of 6 splits. Other numbers of 8 cells differ, as the kernels do.',
    );
    expect(headlineOf(counts({ cells: { total: 48, compared: 48, same: 47 } }))).toBe(
      'Not identical: 47 of 48 cells, 6 of 6 splits are the same.',
    );
  });
});
