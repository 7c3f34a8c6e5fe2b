import { describe, expect, it } from 'vitest';
import {
  add,
  cholesky,
  diagonal,
  gramOfColumns,
  identity,
  matrix,
  multiply,
  NotPositiveDefiniteError,
  symmetricEigen,
  transpose,
} from '../../../../src/core/linalg/index.ts';
import { gap, randomMatrix } from '../support.ts';

describe('Cholesky', () => {
  // On both sides of the block of 48.
  it.each([1, 2, 7, 47, 48, 49, 96, 150])('factorises, solves and inverts at n = %i', (n) => {
    const a = add(gramOfColumns(randomMatrix(2 * n, n, n)), identity(n));
    const { lower, logDeterminant, solve, inverse } = cholesky(a);
    expect(gap(multiply(lower, lower, { transposeB: true }), a)).toBeLessThan(1e-15 * n * 10);
    for (let i = 0; i < n; i++) {
      for (let j = i + 1; j < n; j++) expect(lower.data[i * n + j]).toBe(0);
    }
    const x = randomMatrix(n, 5, n + 1);
    expect(gap(solve(multiply(a, x)), x)).toBeLessThan(1e-12);
    const inverted = inverse();
    expect(gap(multiply(a, inverted), identity(n))).toBeLessThan(1e-12);
    expect(gap(inverted, transpose(inverted))).toBe(0);
    const sum = symmetricEigen(a).values.reduce((total, value) => total + Math.log(value), 0);
    expect(Math.abs(logDeterminant - sum)).toBeLessThan(1e-12 * n);
  });

  it('reads the lower triangle only', () => {
    const a = add(gramOfColumns(randomMatrix(130, 60, 1)), identity(60));
    const lower = matrix(
      60,
      60,
      a.data.map((v, at) => (at % 60 > Math.floor(at / 60) ? NaN : v)),
    );
    expect(cholesky(lower).lower).toEqual(cholesky(a).lower);
  });

  it('has a log-determinant beyond the range of the determinant', () => {
    expect(cholesky(diagonal(new Array<number>(400).fill(1e-10))).logDeterminant).toBeCloseTo(-4000 * Math.LN10, 9);
  });

  it.each([0, 3, 59, 70])('names the pivot that is not positive (%i)', (pivot) => {
    const values = new Array<number>(80).fill(1);
    values[pivot] = -2;
    try {
      cholesky(diagonal(values));
      expect.unreachable();
    } catch (error) {
      expect(error).toBeInstanceOf(NotPositiveDefiniteError);
      expect((error as NotPositiveDefiniteError).pivot).toBe(pivot);
      expect((error as Error).message).toContain(`pivot ${pivot} is -2`);
    }
  });

  it('takes NaN for not positive definite', () => {
    expect(() => cholesky(matrix(1, 1, Float64Array.of(NaN)))).toThrow(NotPositiveDefiniteError);
  });

  it('refuses right-hand sides of another height', () => {
    expect(() => cholesky(identity(3)).solve(matrix(2, 1))).toThrow('a 3 × 3 factor and a 2 × 1 right-hand side');
  });
});
