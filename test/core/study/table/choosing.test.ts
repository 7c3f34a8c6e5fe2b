import { describe, expect, it } from 'vitest';
import type { LatentShape } from '../../../../src/core/methods/method.ts';
import type { TunedSettings } from '../../../../src/core/study/spec/settingsGrid.ts';
import { mostChosen, oracleChoice, validatedChoice } from '../../../../src/core/study/table/chosen.ts';
import { errorsByShape, mostFrequent } from '../../../../src/core/study/table/errors.ts';
import type { TableCell } from '../../../../src/core/study/table/measured.ts';
import type { RowRepeats } from '../../../../src/core/study/table/rowRepeats.ts';

const tuned = (label: string): TunedSettings => ({ label, settings: {} }) as unknown as TunedSettings;

/** A cell of 10 test images with so many wrong ones at each shape. */
const cellOf = (shapes: readonly LatentShape[], wrong: readonly number[], more: Partial<TableCell> = {}): TableCell =>
  ({ shapes, wrong, testCount: 10, ...more }) as unknown as TableCell;

/** A row of combinations, one list of cells for each repeat. */
function rowOf(combinations: readonly (TunedSettings | undefined)[], ...repeats: (TableCell | null)[][]): RowRepeats {
  const finished = repeats.map((results, r) => ({ repeat: r + 1, results }));
  return { combinations, finished, failed: 0, pending: 0, planned: finished.length };
}

describe('the most frequent shape', () => {
  it('is the one that occurs most often, wherever it stands', () => {
    expect(mostFrequent([[1], [5], [5]])).toEqual([5]);
    expect(mostFrequent([[5], [1], [5]])).toEqual([5]);
    expect(mostFrequent([[5], [5], [1]])).toEqual([5]);
  });

  it('is the smallest among equals', () => {
    expect(mostFrequent([[7], [3], [7], [3], [9]])).toEqual([3]);
    expect(mostFrequent([[3], [7]])).toEqual([3]);
    // A pair of 12 numbers before one of 15.
    expect(
      mostFrequent([
        [3, 5],
        [4, 3],
      ]),
    ).toEqual([4, 3]);
  });

  it('is none of none', () => {
    expect(mostFrequent([])).toBeNull();
  });
});

describe('errors by shape', () => {
  it('come smallest shape first, with those repeats that have it', () => {
    const found = errorsByShape([cellOf([[4], [2]], [1, 3]), cellOf([[2]], [5])]);
    expect(found.map(({ shape, errors, mean }) => [shape, [...errors], mean])).toEqual([
      [[2], [30, 50], 40],
      [[4], [10], 10],
    ]);
  });

  it('weigh repeats alike where they have different numbers of test images', () => {
    const [{ mean, errors }] = errorsByShape([cellOf([[2]], [1]), cellOf([[2]], [10], { testCount: 20 })]);
    expect([...errors]).toEqual([10, 50]);
    expect(mean).toBe(30);
  });
});

describe('the oracle’s choice', () => {
  it('is the best mean, the smallest shape and the first combination among equals', () => {
    const shapes = [[8], [2], [4]];
    const row = rowOf(
      [tuned('a'), tuned('b')],
      [cellOf(shapes, [2, 3, 2]), cellOf(shapes, [2, 3, 2])],
      [cellOf(shapes, [2, 3, 2]), cellOf(shapes, [2, 3, 2])],
    );
    const choice = oracleChoice(row, 'error-rate');
    expect(choice.shape).toEqual([4]);
    expect(choice.tuned?.label).toBe('a');
    expect(choice.chosen.map(({ repeat, at }) => [repeat, at])).toEqual([
      [1, 2],
      [2, 2],
    ]);
  });

  it('takes a later combination where it is better, or as good at a smaller shape', () => {
    const better = rowOf([tuned('a'), tuned('b')], [cellOf([[2]], [3]), cellOf([[9]], [2])]);
    expect(oracleChoice(better, 'error-rate').tuned?.label).toBe('b');
    const smaller = rowOf([tuned('a'), tuned('b')], [cellOf([[5]], [3]), cellOf([[4]], [3])]);
    expect(oracleChoice(smaller, 'error-rate')).toMatchObject({ shape: [4], tuned: { label: 'b' } });
  });

  it('leaves out shapes that a repeat lacks, however good, and says so', () => {
    const row = rowOf([undefined], [cellOf([[2], [3]], [5, 0])], [cellOf([[2]], [5])]);
    expect(oracleChoice(row, 'error-rate')).toMatchObject({ shape: [2], lackingShapes: [[3]] });
  });
});

describe('the validated choice', () => {
  const validated = (shape: number, inner: number) => cellOf([[shape]], [1], { selected: 0, inner });

  it('is the combination that did best on the inner splits, in each repeat', () => {
    const row = rowOf(
      [tuned('a'), tuned('b')],
      [validated(3, 12), validated(3, 11)],
      [validated(3, 11), validated(3, 12)],
    );
    expect(validatedChoice(row).map(({ repeat, tuned: chosen }) => [repeat, chosen?.label])).toEqual([
      [1, 'b'],
      [2, 'a'],
    ]);
  });

  it('has the smallest shape among equals, and of equal shapes the first combination', () => {
    const row = rowOf([tuned('a'), tuned('b'), tuned('c')], [validated(5, 10), validated(4, 10), validated(4, 10)]);
    expect(validatedChoice(row)[0].tuned?.label).toBe('b');
  });

  it('leaves out what selected nothing', () => {
    const none = cellOf([[2]], [1], { selected: null });
    expect(validatedChoice(rowOf([tuned('a'), tuned('b')], [none, validated(9, 40)], [none, null]))).toMatchObject([
      { repeat: 1, tuned: { label: 'b' } },
    ]);
  });
});

describe('the combination that was chosen most often', () => {
  it('is the one chosen first among equals', () => {
    expect(mostChosen(['a', 'b', 'b'].map(tuned))?.label).toBe('b');
    expect(mostChosen(['b', 'a', 'a', 'b'].map(tuned))?.label).toBe('b');
    expect(mostChosen([])).toBeUndefined();
  });
});
