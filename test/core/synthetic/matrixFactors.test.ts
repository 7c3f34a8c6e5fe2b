import { describe, expect, it } from 'vitest';
import { gramOfColumns, symmetricEigen } from '../../../src/core/linalg/index.ts';
import { stream } from '../../../src/core/random/stream.ts';
import { mean } from '../../../src/core/stats/describe.ts';
import { correlatedLaplace } from '../../../src/core/synthetic/matrixFactors.ts';

describe('Laplace variables of a planted sample covariance', () => {
  const points = correlatedLaplace(stream('laplace'), 500, [1, 0.97], Math.PI / 6);
  const column = (at: number): number[] => Array.from({ length: 500 }, (_, n) => points.data[2 * n + at]);

  it('have the planted deviations and axes to rounding', () => {
    const { values, vectors } = symmetricEigen(gramOfColumns(points));
    expect(values[0] / 500).toBeCloseTo(1, 12);
    expect(values[1] / 500).toBeCloseTo(0.97 ** 2, 12);
    expect(Math.abs(vectors.data[2] / vectors.data[0])).toBeCloseTo(Math.tan(Math.PI / 6), 9);
    for (const at of [0, 1]) expect(mean(column(at))).toBeCloseTo(0, 13);
  });

  it('have heavy tails: the fourth moment of each axis is that of no normal variable', () => {
    const along = column(0).map((x, n) => Math.cos(Math.PI / 6) * x + Math.sin(Math.PI / 6) * points.data[2 * n + 1]);
    expect(mean(along.map((x) => x ** 4))).toBeGreaterThan(4);
  });
});
