import { describe, expect, it } from 'vitest';
import type { Curve } from '../../../../src/core/study/table/table.ts';
import {
  bestPoint,
  chosenPoint,
  curvePoints,
  featureAxisTitle,
} from '../../../../src/core/figures/charts/curvePoints.ts';

function curve(latentNames: readonly string[], points: readonly (readonly [readonly number[], number])[]): Curve {
  return {
    label: 'A',
    methodId: 'a',
    condition: 'k=2',
    latentNames,
    points: points.map(([shape, mean]) => ({ shape, codeSize: 10 * shape[0], mean, std: 1, n: 3 })),
  };
}

describe('curvePoints', () => {
  it('keeps every value of a vector method, in ascending order', () => {
    const points = curvePoints(
      curve(
        ['q'],
        [
          [[21], 3],
          [[20], 4],
          [[1], 90],
        ],
      ),
      'best',
    );
    expect(points.map(({ x, y }) => [x, y])).toEqual([
      [1, 90],
      [20, 4],
      [21, 3],
    ]);
  });

  it('takes the best of bilinear shapes of similar size, so that 13 × 1 does not stand beside 4 × 3', () => {
    const points = curvePoints(
      curve(
        ['q_c', 'q_r'],
        [
          [[13, 1], 40],
          [[4, 3], 12],
          [[12, 1], 41],
        ],
      ),
      'best',
    );
    expect(points).toEqual([{ x: 12, y: 12, std: 1, shape: [4, 3] }]);
  });

  it('never loses the shape with the least error', () => {
    const shapes = Array.from({ length: 56 * 46 }, (_, i) => [Math.floor(i / 46) + 1, (i % 46) + 1]);
    const error = ([c, r]: readonly number[]): number => 10 + Math.abs(c - 14) + 2 * Math.abs(r - 6);
    const points = curvePoints(
      curve(
        ['q_c', 'q_r'],
        shapes.map((shape) => [shape, error(shape)]),
      ),
      'best',
    );
    expect(bestPoint(points)).toMatchObject({ shape: [14, 6], x: 84, y: 10 });
    expect(points.length).toBeLessThan(40);
    expect(points.every((point, i) => i === 0 || point.x > points[i - 1].x)).toBe(true);
  });

  it('shows only equal dimensions when asked for squares', () => {
    const points = curvePoints(
      curve(
        ['q_c', 'q_r'],
        [
          [[2, 2], 5],
          [[2, 3], 1],
          [[3, 3], 4],
        ],
      ),
      'square',
    );
    expect(points.map((point) => point.shape)).toEqual([
      [2, 2],
      [3, 3],
    ]);
  });
});

describe('bestPoint', () => {
  it('takes the fewest features of equal errors, as the table does', () => {
    expect(
      bestPoint(
        curvePoints(
          curve(
            ['q'],
            [
              [[5], 2],
              [[3], 2],
              [[9], 2],
            ],
          ),
          'best',
        ),
      )?.x,
    ).toBe(3);
  });

  it('is null for nothing', () => {
    expect(bestPoint([])).toBeNull();
  });
});

describe('points of a measure that is better when higher', () => {
  const rates = curve(
    ['q_c', 'q_r'],
    [
      [[12, 1], 70],
      [[3, 4], 90],
      [[20, 20], 80],
    ],
  );

  it('keep the greatest mean of every size, and the best is the greatest of all', () => {
    const points = curvePoints(rates, 'best', 'higher');
    expect(points.map(({ y }) => y)).toEqual([90, 80]);
    expect(bestPoint(points, 'higher')?.shape).toEqual([3, 4]);
  });

  it('include a chosen shape that the curve itself leaves out, and none that it does not have', () => {
    expect(chosenPoint(rates, [12, 1])).toEqual({ x: 12, y: 70, std: 1, shape: [12, 1] });
    expect(chosenPoint(rates, [5, 5])).toBeNull();
    expect(chosenPoint(rates, null)).toBeNull();
  });
});

describe('curves over the numbers per code', () => {
  const columns = curve(
    ['q_r'],
    [
      [[2], 30],
      [[1], 50],
    ],
  );

  it('stand where the codes of the method do, chosen shapes too', () => {
    expect(curvePoints(columns, 'best', 'lower', 'codes').map(({ x, shape }) => [x, ...shape])).toEqual([
      [10, 1],
      [20, 2],
    ]);
    expect(chosenPoint(columns, [2], 'codes')).toMatchObject({ x: 20, y: 30 });
    expect(featureAxisTitle([columns], 'best', 'codes')).toBe('Numbers per code');
  });
});
