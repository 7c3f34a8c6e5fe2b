import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  add,
  columns,
  diagonal,
  gramOfColumns,
  identity,
  matrix,
  multiply,
  orthonormalise,
  principalAngles,
  qr,
  scale,
  svd,
  symmetricEigen,
  type Matrix,
} from '../../../src/core/linalg/index.ts';
import { gap, generator, randomMatrix } from './support.ts';
import { fromRows, frobeniusNorm } from '../../support/matrices.ts';

function withSingularValues(rows: number, cols: number, values: readonly number[], seed: number): Matrix {
  const p = values.length;
  const u = orthonormalise(randomMatrix(rows, p, seed));
  const v = orthonormalise(randomMatrix(cols, p, seed + 1));
  return multiply(multiply(u, diagonal(values)), v, { transposeB: true });
}

describe('thin QR', () => {
  it.each([
    [1, 1],
    [5, 5],
    [9, 4],
    [120, 31],
    [300, 1],
  ])('reproduces %i × %i with a non-negative diagonal', (m, n) => {
    const a = randomMatrix(m, n, 1);
    const { q, r } = qr(a);
    expect(gap(multiply(q, r), a)).toBeLessThan(1e-13);
    expect(gap(gramOfColumns(q), identity(n))).toBeLessThan(1e-14 * n + 1e-15);
    for (let i = 0; i < n; i++) {
      expect(r.data[i * n + i]).toBeGreaterThanOrEqual(0);
      for (let j = 0; j < i; j++) expect(r.data[i * n + j]).toBe(0);
    }
  });

  it('is orthonormal at any rank and scale', () => {
    for (const a of [matrix(6, 4), scale(randomMatrix(6, 4, 2), 1e-300), scale(randomMatrix(6, 4, 3), 1e300)]) {
      expect(gap(gramOfColumns(orthonormalise(a)), identity(4))).toBeLessThan(1e-14);
    }
    const repeated = fromRows([
      [1, 1, 2],
      [2, 2, 4],
      [3, 3, 6],
      [4, 4, 9],
    ]);
    expect(gap(gramOfColumns(orthonormalise(repeated)), identity(3))).toBeLessThan(1e-14);
    expect(gap(multiply(qr(repeated).q, qr(repeated).r), repeated)).toBeLessThan(1e-14);
  });

  it('keeps the span of columns whose sizes differ by 1e180', () => {
    const a = randomMatrix(20, 3, 4);
    const graded = matrix(
      20,
      3,
      a.data.map((v, at) => v * [1, 1e-180, 1e-90][at % 3]),
    );
    expect(gap(orthonormalise(graded), orthonormalise(a))).toBeLessThan(1e-13);
  });

  it('refuses wide and non-finite matrices', () => {
    expect(() => qr(matrix(2, 3))).toThrow('qr: more columns than rows, 2 × 3');
    expect(() => qr(matrix(1, 1, Float64Array.of(Infinity)))).toThrow('not finite');
  });
});

describe('thin SVD', () => {
  const spectra: Record<string, (p: number, next: () => number) => number[]> = {
    uniform: (p, next) => Array.from({ length: p }, next),
    'graded 1e-16 … 1': (p) => Array.from({ length: p }, (_, i) => 10 ** ((-16 * i) / Math.max(1, p - 1))),
    repeated: (p, next) => Array.from({ length: p }, () => Math.ceil(2 * next())),
    'rank deficient': (p, next) => Array.from({ length: p }, (_, i) => (i < p / 3 ? next() : 0)),
    zero: (p) => new Array<number>(p).fill(0),
  };

  it.each(Object.keys(spectra))('is accurate for %s singular values, tall and wide', (name) => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 60 }),
        fc.integer({ min: 1, max: 60 }),
        fc.integer(),
        (rows, cols, seed) => {
          const p = Math.min(rows, cols);
          const planted = spectra[name](p, generator(seed)).sort((x, y) => y - x);
          const a = withSingularValues(rows, cols, planted, seed);
          const { u, values, v } = svd(a);
          const bound = 50 * Math.max(rows, cols) * Number.EPSILON;
          const norm = Math.max(planted[0], Number.MIN_VALUE);
          const rebuilt = multiply(multiply(u, diagonal(values)), v, { transposeB: true });
          expect(frobeniusNorm(add(rebuilt, a, -1))).toBeLessThanOrEqual(bound * norm);
          expect(frobeniusNorm(add(gramOfColumns(u), identity(p), -1))).toBeLessThanOrEqual(bound);
          expect(frobeniusNorm(add(gramOfColumns(v), identity(p), -1))).toBeLessThanOrEqual(bound);
          values.forEach((value, i) => expect(Math.abs(value - planted[i])).toBeLessThanOrEqual(bound * norm));
          for (let i = 1; i < p; i++) expect(values[i]).toBeLessThanOrEqual(values[i - 1]);
        },
      ),
      { numRuns: 20, seed: 3 },
    );
  });

  it('agrees with the eigenvalues of the Gram matrix', () => {
    const a = randomMatrix(80, 25, 5);
    const { values } = svd(a);
    symmetricEigen(gramOfColumns(a)).values.forEach((value, i) => expect(values[i] ** 2).toBeCloseTo(value, 11));
  });

  it('keeps the relative accuracy of small singular values of a matrix with scaled columns', () => {
    // A = B D with B well conditioned: every singular value is determined to a few ε by the entries.
    const weights = [1, 1e-5, 1e-10, 1e-15];
    const a = fromRows([
      [1, 0, 0, 0],
      [0, 1e-5, 0, 0],
      [0, 0, 1e-10, 0],
      [0, 0, 0, 1e-15],
      [0, 0, 0, 0],
    ]);
    svd(a).values.forEach((value, i) => expect(Math.abs(value / weights[i] - 1)).toBeLessThan(1e-15));
  });

  it('makes the largest entry of every left vector positive, wide or tall', () => {
    for (const a of [randomMatrix(9, 5, 6), randomMatrix(5, 9, 7)]) {
      const { u } = svd(a);
      for (let j = 0; j < u.cols; j++) {
        const column = Array.from(columns(u, j, j + 1).data);
        const largest = Math.max(...column.map(Math.abs));
        expect(column.find((value) => Math.abs(value) === largest)).toBeGreaterThan(0);
      }
    }
  });

  it('refuses entries that are not finite', () => {
    expect(() => svd(matrix(2, 1, Float64Array.of(1, NaN)))).toThrow('svd: the matrix has entries that are not finite');
  });
});

describe('principal angles', () => {
  it('are planted angles from 1e-12 to 90°, ascending, whatever the bases', () => {
    const planted = [1e-12, 1e-8, 1e-3, 0.5, 0.8, 1.2, Math.PI / 2];
    const p = planted.length;
    const frame = orthonormalise(randomMatrix(30, 2 * p, 8));
    const first = columns(frame, 0, p);
    const second = matrix(30, p);
    planted.forEach((angle, j) => {
      for (let i = 0; i < 30; i++) {
        const [x, y] = [frame.data[i * 2 * p + j], frame.data[i * 2 * p + p + j]];
        second.data[i * p + j] = Math.cos(angle) * x + Math.sin(angle) * y;
      }
    });
    const found = principalAngles(multiply(first, randomMatrix(p, p, 9)), multiply(second, randomMatrix(p, p, 10)));
    found.forEach((angle, i) => expect(Math.abs(angle - planted[i])).toBeLessThan(1e-14));
  });

  it('are as many as the smaller subspace has dimensions, in either order', () => {
    const a = randomMatrix(12, 5, 11);
    const b = randomMatrix(12, 2, 12);
    const found = principalAngles(a, b);
    expect(found.length).toBe(2);
    expect(Array.from(principalAngles(b, a))).toEqual(Array.from(found));
    const contained = principalAngles(a, columns(a, 1, 3));
    contained.forEach((angle) => expect(angle).toBeLessThan(1e-14));
  });

  it('refuse subspaces of different spaces', () => {
    expect(() => principalAngles(matrix(3, 1), matrix(4, 1))).toThrow('3 × 1 and 4 × 1');
  });
});
