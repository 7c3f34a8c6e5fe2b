import { describe, expect, it } from 'vitest';
import {
  fullShapes,
  measuredByShape,
  measuredRepeats,
  spread,
  type TableCell,
} from '../../../../src/core/study/table/measuredRepeats.ts';
import { UNDECIDED } from '../../../../src/core/measures/threshold.ts';

const cell = (shapes: number[][], wrong: number[], testCount: number, more: Partial<TableCell> = {}): TableCell => {
  return { shapes, wrong, testCount, ...more };
};
const chosen = (cells: TableCell[], at = 0) => cells.map((result, i) => ({ repeat: i + 1, result, at }));
const rmse = (...values: (number | null)[]) => ({ measures: { values: { rmse: values } } });

describe('a measure over repeats', () => {
  const cells = [cell([[1], [2]], [1, 3], 4, rmse(7, 2)), cell([[1], [2]], [2, 4], 5, rmse(8, null))];

  it('is counted where it is a share of the test images', () => {
    expect(measuredRepeats('error-rate', chosen(cells))).toEqual({
      mean: 32.5,
      std: Math.sqrt(112.5),
      values: [25, 40],
      repeats: [1, 2],
      counts: { counts: [1, 2], of: [4, 5] },
    });
    expect(measuredRepeats('accuracy', chosen(cells, 1))).toMatchObject({
      values: [25, 20],
      counts: { counts: [1, 1], of: [4, 5] },
    });
  });

  it('is no count otherwise, and leaves out repeats without a value', () => {
    expect(measuredRepeats('rmse', chosen(cells))).toEqual({
      mean: 7.5,
      std: Math.sqrt(0.5),
      values: [7, 8],
      repeats: [1, 2],
    });
    expect(measuredRepeats('rmse', chosen(cells, 1))).toEqual({ mean: 2, std: null, values: [2], repeats: [1] });
    const undecided = [cells[0], cell([[1]], [UNDECIDED], 5)];
    expect(measuredRepeats('error-rate', chosen(undecided))).toMatchObject({
      repeats: [1],
      counts: { counts: [1], of: [4] },
    });
    expect(measuredRepeats('rmse', [])).toEqual({ mean: null, std: null, values: [], repeats: [] });
  });
});

describe('repeats of one test image each', () => {
  const cells = [cell([[1]], [1], 1, rmse(7)), cell([[1]], [0], 1, rmse(9))];

  it('have no deviation of a share, which is 0 or 100% of each', () => {
    expect(measuredRepeats('error-rate', chosen(cells))).toMatchObject({ mean: 50, std: null, values: [100, 0] });
    expect(measuredByShape('error-rate', cells)).toEqual([{ shape: [1], mean: 50, std: null, n: 2 }]);
    expect(measuredByShape('accuracy', cells)).toEqual([{ shape: [1], mean: 50, std: null, n: 2 }]);
  });

  it('have one of what is measured of the image', () => {
    expect(measuredRepeats('rmse', chosen(cells))).toMatchObject({ mean: 8, std: Math.SQRT2 });
  });

  it('have one as soon as another repeat tests more', () => {
    const uneven = [...cells, cell([[1]], [0], 2)];
    expect(measuredRepeats('error-rate', chosen(uneven)).std).toBeGreaterThan(0);
    expect(measuredByShape('error-rate', uneven)[0].std).toBeGreaterThan(0);
  });
});

describe('a measure by latent shape', () => {
  const cells = [cell([[3], [1]], [1, 2], 4, rmse(5, 9)), cell([[1], [2]], [4, 1], 5, rmse(7, null))];

  it('is the error rate or what is left of it, smallest shape first', () => {
    const errors = measuredByShape('error-rate', cells);
    expect(errors).toEqual([
      { shape: [1], mean: 65, std: Math.sqrt(450), n: 2 },
      { shape: [2], mean: 20, std: null, n: 1 },
      { shape: [3], mean: 25, std: null, n: 1 },
    ]);
    expect(measuredByShape('accuracy', cells)).toEqual(errors.map((point) => ({ ...point, mean: 100 - point.mean })));
  });

  it('leaves out shapes without a value', () => {
    expect(measuredByShape('rmse', cells)).toEqual([
      { shape: [1], mean: 8, std: Math.SQRT2, n: 2 },
      { shape: [3], mean: 5, std: null, n: 1 },
    ]);
  });
});

it('the shapes of repeats are told only where a method has all axes of each cell', () => {
  const full = [cell([[9]], [1], 4, { full: [9] }), cell([[9]], [1], 4, { full: [8] })];
  expect(fullShapes(chosen(full))).toEqual({ full: [[9], [8]] });
  expect(fullShapes(chosen([cell([[9]], [1], 4)]))).toEqual({});
});

it('one value has no spread', () => {
  expect(spread([5])).toBeNull();
  expect(spread([1, 3])).toBe(Math.SQRT2);
});
