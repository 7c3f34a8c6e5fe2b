import { describe, expect, it } from 'vitest';
import { UNDECIDED } from '../../../../src/core/measures/threshold.ts';
import type { LatentShape } from '../../../../src/core/methods/method.ts';
import { collectShapes, errorsByShape, mostFrequent } from '../../../../src/core/study/table/repeatErrors.ts';

/** A cell with so many wrong ones of its test images at each shape. */
const cellOf = (shapes: readonly LatentShape[], wrong: readonly number[], testCount = 10) => ({
  shapes,
  wrong,
  testCount,
});

/** Every shape with the error rate of each repeat that has it, and their mean. */
const errorsOf = (...cells: ReturnType<typeof cellOf>[]) =>
  errorsByShape(cells).map(({ shape, errors, mean }) => [shape, [...errors], mean]);

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
    expect(errorsOf(cellOf([[4], [2]], [1, 3]), cellOf([[2]], [5]))).toEqual([
      [[2], [30, 50], 40],
      [[4], [10], 10],
    ]);
    expect(errorsOf()).toEqual([]);
  });

  it('weigh repeats alike where they have different numbers of test images', () => {
    expect(errorsOf(cellOf([[2]], [1]), cellOf([[2]], [10], 20))).toEqual([[[2], [10, 50], 30]]);
  });

  it('are without those that are not counted at a shape, and without a shape where none are', () => {
    const shapes = [[1], [2], [3]];
    const first = cellOf(shapes, [UNDECIDED, UNDECIDED, 3]);
    const second = cellOf(shapes, [2, UNDECIDED, UNDECIDED]);
    expect(errorsOf(first, second)).toEqual([
      [[1], [20], 20],
      [[3], [30], 30],
    ]);
    expect(errorsOf(first, second, cellOf([[1]], [8], 16))).toEqual([
      [[1], [20, 50], 35],
      [[3], [30], 30],
    ]);
    expect(errorsOf(second, cellOf([[3]], [4], 16), cellOf(shapes, [2, 0, 9], 12), first)).toEqual([
      [[1], [20, 100 / 6], 55 / 3],
      [[2], [0], 0],
      [[3], [25, 75, 30], 130 / 3],
    ]);
  });
});

describe('the shapes of several cells', () => {
  const [one, two, three] = [[1], [2], [3]];

  it('are listed once, in the order in which they come, with the place that each has in a cell', () => {
    const cells = [[two, one], [three, two], [one, three, two], []].map((shapes) => cellOf(shapes, []));
    const { shapes, positions } = collectShapes(cells);
    expect(shapes).toEqual([two, one, three]);
    expect(positions.map((position) => shapes.map((_, id) => position[id]))).toEqual([
      [0, 1, undefined],
      [1, undefined, 0],
      [2, 0, 1],
      [undefined, undefined, undefined],
    ]);
  });

  it('share one list of places where cells list the same shapes', () => {
    const list = [two, one];
    const lists = [list, list, [[2], [1]], [two], [two, three], [one, two]];
    const { positions } = collectShapes(lists.map((shapes) => cellOf(shapes, [])));
    expect(positions.map((position) => position === positions[0])).toEqual([true, true, true, false, false, false]);
  });
});
