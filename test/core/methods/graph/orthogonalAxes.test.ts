import { describe, expect, it } from 'vitest';
import {
  columns,
  diagonal,
  generalisedEigen,
  gramOfColumns,
  identity,
  joinColumns,
  matrix,
  multiply,
  orthonormalise,
  qr,
  scaleRows,
  type Eigen,
  type Matrix,
} from '../../../../src/core/linalg/index.ts';
import { axesPerReduction, orthogonalRatioAxes } from '../../../../src/core/methods/graph/orthogonalAxes.ts';
import { axisAngles, normalMatrix } from '../support/axes.ts';
import { largestDifference } from '../support/labelled.ts';

const NONE = (r: number): Matrix => matrix(r, 0);

/** Solutions with the given ratios, whose axes are not orthogonal. */
function solutionsWith(seed: string, values: ArrayLike<number>): Eigen {
  const turned = orthonormalise(normalMatrix(seed, values.length, values.length));
  const vectors = scaleRows(
    turned,
    Array.from(values, (_, i) => 1 + i / 4),
  );
  return { values: Float64Array.from(values), vectors };
}

/** The recursion as published: each axis by an eigenproblem on the complement of the axes before. */
function byComplements({ values, vectors }: Eigen, count: number): Eigen {
  const r = values.length;
  // V⁻ᵀ from Vᵀ D V = I, D = V⁻ᵀ V⁻¹, N = V⁻ᵀ Λ V⁻¹.
  const { q, r: upper } = qr(vectors);
  const inverse = multiply(solvedUpper(upper), q, { transposeB: true });
  const d = gramOfColumns(inverse);
  const n = multiply(inverse, multiply(diagonal(values), inverse), { transposeA: true });
  let axes = matrix(r, 0);
  const ratios = new Float64Array(count);
  for (let k = 0; k < count; k++) {
    const rest = columns(orthonormalise(joinColumns(axes, normalMatrix('rest', r, r - k))), k, r);
    const within = (form: Matrix): Matrix => multiply(rest, multiply(form, rest), { transposeA: true });
    const best = generalisedEigen(within(n), within(d), 1);
    ratios[k] = best.values[0];
    axes = joinColumns(axes, orthonormalise(multiply(rest, best.vectors)));
  }
  return { values: ratios, vectors: axes };
}

/** R⁻¹ of an upper triangular R. */
function solvedUpper({ rows: n, data }: Matrix): Matrix {
  const result = identity(n);
  for (let j = 0; j < n; j++) {
    for (let i = n - 1; i >= 0; i--) {
      for (let k = i + 1; k < n; k++) result.data[i * n + j] -= data[i * n + k] * result.data[k * n + j];
      result.data[i * n + j] /= data[i * n + i];
    }
  }
  return result;
}

describe('axes of the best ratio, one after another', () => {
  const spread = Array.from({ length: 40 }, (_, i) => Math.cos((Math.PI * i) / 39));
  const close = Array.from({ length: 40 }, (_, i) => 0.9 - 1e-3 * Math.sqrt(i));

  it.each([
    ['over the whole range', spread],
    ['close together', close],
  ])('are those of an eigenproblem per axis: ratios %s', (_, values) => {
    const count = 30;
    expect(count).toBeGreaterThan(3 * axesPerReduction(values.length));
    const solutions = solutionsWith('solutions', values);
    const found = orthogonalRatioAxes(solutions, count, NONE(40));
    const expected = byComplements(solutions, count);
    expect(largestDifference(gramOfColumns(found.vectors), identity(count))).toBeLessThan(1e-13);
    expect(Math.max(...found.values.map((value, k) => Math.abs(value - expected.values[k])))).toBeLessThan(1e-11);
    expect(Math.max(...axisAngles(found.vectors, expected.vectors))).toBeLessThan(1e-6);
  });

  it('are all directions if all are asked for', () => {
    const { values, vectors } = orthogonalRatioAxes(solutionsWith('all', spread), 40, NONE(40));
    expect(largestDifference(gramOfColumns(vectors), identity(40))).toBeLessThan(1e-13);
    values.forEach((value, k) => {
      expect(value).toBeGreaterThan(spread[39] - 1e-12);
      if (k > 0) expect(value).toBeLessThan(values[k - 1] + 1e-12);
    });
  });

  it('are the solutions themselves if these are orthogonal', () => {
    const vectors = orthonormalise(normalMatrix('orthogonal', 20, 20));
    const values = Float64Array.from({ length: 20 }, (_, i) => 1 - i / 10);
    const found = orthogonalRatioAxes({ values, vectors }, 12, NONE(20));
    expect(Math.max(...found.values.map((value, k) => Math.abs(value - values[k])))).toBeLessThan(1e-13);
    expect(Math.max(...axisAngles(found.vectors, columns(vectors, 0, 12)))).toBeLessThan(1e-5);
  });

  it('take every direction of a ratio that several have', () => {
    const values = [...Array<number>(12).fill(0.5), ...Array<number>(12).fill(-0.5)];
    const found = orthogonalRatioAxes(solutionsWith('equal', values), 24, NONE(24));
    expect(largestDifference(gramOfColumns(found.vectors), identity(24))).toBeLessThan(1e-13);
    // Twelve of 24 directions are left of the first k, where any subspace of more than twelve meets both.
    expect(found.values.subarray(0, 12).every((value) => Math.abs(value - 0.5) < 1e-12)).toBe(true);
    expect(found.values[23]).toBeGreaterThan(-0.5 - 1e-12);
  });

  it('begin with the given maximisers', () => {
    const solutions = solutionsWith('given', [1, 1, 1, ...spread.slice(1)]);
    const first = orthonormalise(columns(solutions.vectors, 0, 3));
    const found = orthogonalRatioAxes(solutions, 15, first);
    expect(Math.max(...axisAngles(columns(found.vectors, 0, 3), first))).toBeLessThan(1e-5);
    expect([...found.values.subarray(0, 3)]).toEqual([1, 1, 1]);
    const expected = byComplements(solutions, 15);
    expect(Math.max(...found.values.map((value, k) => Math.abs(value - expected.values[k])))).toBeLessThan(1e-11);
    expect([...orthogonalRatioAxes(solutions, 2, first).values]).toEqual([1, 1]);
  });

  it('are interruptible between axes', () => {
    const interrupt = (): void => {
      throw new Error('interrupted');
    };
    expect(() => orthogonalRatioAxes(solutionsWith('all', spread), 5, NONE(40), interrupt)).toThrow('interrupted');
  });
});
