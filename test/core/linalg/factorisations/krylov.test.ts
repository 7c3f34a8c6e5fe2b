import { describe, expect, it } from 'vitest';
import {
  diagonal,
  gramOfColumns,
  leadingEigen,
  multiply,
  orthonormalise,
  scaleColumns,
  symmetricEigen,
  type Matrix,
} from '../../../../src/core/linalg/index.ts';
import { leadingByKrylov, suitsKrylov } from '../../../../src/core/linalg/factorisations/krylov.ts';
import { gap, randomMatrix } from '../support.ts';

const n = 420;
const ε = Number.EPSILON;

/** V diag(λ) Vᵀ with random orthonormal V. */
function withSpectrum(values: readonly number[], seed: number): Matrix {
  const v = orthonormalise(randomMatrix(values.length, values.length, seed));
  const a = multiply(scaleColumns(v, Float64Array.from(values)), v, { transposeB: true });
  for (let i = 0; i < n; i++) for (let j = 0; j < i; j++) a.data[j * n + i] = a.data[i * n + j];
  return a;
}

const spectra: readonly (readonly [string, readonly number[]])[] = [
  ['a few large', Array.from({ length: n }, (_, i) => (i < 5 ? 100 - i : 1 / (1 + i)))],
  ['falling like 1 / i²', Array.from({ length: n }, (_, i) => 1 / (1 + i) ** 2)],
  ['repeated at the top', Array.from({ length: n }, (_, i) => (i < 3 ? 50 : i < 6 ? 20 : i / n))],
  ['large negative values', Array.from({ length: n }, (_, i) => (i < 4 ? 10 - i : i > n - 4 ? -100 : i / n))],
  ['huge', Array.from({ length: n }, (_, i) => 1e300 / (1 + i) ** 2)],
];

describe('leading eigenpairs by Krylov iteration', () => {
  it.each(spectra)('are those of the full decomposition: %s', (_, values) => {
    const a = withSpectrum(values, 3);
    const k = 6;
    const some = leadingEigen(a, k);
    const all = symmetricEigen(a);
    const norm = Math.max(Math.abs(all.values[0]), Math.abs(all.values[n - 1]));
    for (let i = 0; i < k; i++) expect(Math.abs(some.values[i] - all.values[i]) / norm).toBeLessThan(50 * n * ε);
    expect(gap(gramOfColumns(some.vectors), diagonal(new Float64Array(k).fill(1)))).toBeLessThan(50 * n * ε);
    const residual = gap(multiply(a, some.vectors), scaleColumns(some.vectors, some.values));
    expect(residual / norm).toBeLessThan(50 * n * ε);
  });

  it('settles on the spectra that it is for', () => {
    for (const [name, values] of spectra.slice(0, 2)) {
      expect(leadingByKrylov(withSpectrum(values, 4), 1, 5, symmetricEigen), name).not.toBeNull();
    }
  });

  it('gives up on a spectrum without a gap, which the full decomposition then solves', () => {
    const flat = withSpectrum(
      Array.from({ length: n }, (_, i) => 1 - i / n),
      5,
    );
    expect(leadingByKrylov(flat, 1, 6, symmetricEigen)).toBeNull();
    expect(Math.abs(leadingEigen(flat, 6).values[5] - (1 - 5 / n))).toBeLessThan(50 * n * ε);
  });

  it('finds all copies of an eigenvalue that is repeated more often than the block is wide', () => {
    const a = withSpectrum(
      Array.from({ length: n }, (_, i) => (i < 40 ? 1000 : 1 / (1 + i))),
      6,
    );
    expect(leadingEigen(a, 13).values.every((value) => Math.abs(value - 1000) < 1000 * 50 * n * ε)).toBe(true);
  });

  it('is for large matrices and few pairs', () => {
    expect([suitsKrylov(399, 1), suitsKrylov(400, 12), suitsKrylov(400, 13), suitsKrylov(1000, 0)]).toEqual([
      false,
      true,
      false,
      false,
    ]);
  });
});
