import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  add,
  columns,
  diagonal,
  generalisedEigen,
  gramOfColumns,
  identity,
  kernelMemory,
  leadingEigen,
  leadingEigenOfScatter,
  leadingRatios,
  leadingRatiosOfScatter,
  matrix,
  matrixStack,
  multiply,
  NotPositiveDefiniteError,
  orthonormalise,
  scale,
  selectKernels,
  scatterOf,
  symmetricEigen,
  symmetricPseudoInverse,
  symmetricSquareRoot,
  trace,
  transpose,
  type Eigen,
  type Matrix,
} from '../../../../src/core/linalg/index.ts';
import { gap, generator, randomMatrix } from '../support.ts';
import { frobeniusNorm } from '../../../support/matrices.ts';

const EPSILON = Number.EPSILON;

/** Q diag(values) Qᵀ with a random Q, exactly symmetric. */
function withSpectrum(values: readonly number[], seed: number): Matrix {
  const q = orthonormalise(randomMatrix(values.length, values.length, seed));
  return symmetric(multiply(multiply(q, diagonal(values)), q, { transposeB: true }));
}

function symmetric(a: Matrix): Matrix {
  return scale(add(a, transpose(a)), 0.5);
}

/** ‖A‖₂ from all eigenvalues, 1 for the zero matrix. */
function spectralNorm(values: Float64Array): number {
  return Math.max(...values.map(Math.abs), 0) || 1;
}

/** Residual and orthogonality within 50 n ε, descending values, the sign rule. */
function expectEigenpairs(a: Matrix, { values, vectors }: Eigen, norm = spectralNorm(values)): void {
  const n = a.rows;
  const residual = add(multiply(a, vectors), multiply(vectors, diagonal(values)), -1);
  // Relative to the norm before squaring: spectra of 1e-290 are tested too.
  expect(frobeniusNorm(scale(residual, 1 / norm))).toBeLessThanOrEqual(50 * n * EPSILON);
  expect(frobeniusNorm(add(gramOfColumns(vectors), identity(values.length), -1))).toBeLessThanOrEqual(50 * n * EPSILON);
  for (let i = 1; i < values.length; i++) expect(values[i]).toBeLessThanOrEqual(values[i - 1]);
  for (let j = 0; j < vectors.cols; j++) {
    const column = Array.from(columns(vectors, j, j + 1).data);
    const largest = Math.max(...column.map(Math.abs));
    expect(column.find((value) => Math.abs(value) === largest)).toBeGreaterThan(0);
  }
}

const spectra: Record<string, (n: number, next: () => number) => number[]> = {
  uniform: (n, next) => Array.from({ length: n }, () => 2 * next() - 1),
  clustered: (n, next) => Array.from({ length: n }, () => 1 + 1e-14 * next()),
  'in two clusters': (n, next) => Array.from({ length: n }, (_, i) => (i % 2 ? 1 : 1e-9) * (1 + 1e-15 * next())),
  'graded 1e-16 … 1': (n) => Array.from({ length: n }, (_, i) => 10 ** ((-16 * i) / Math.max(1, n - 1))),
  'repeated three values': (n, next) => Array.from({ length: n }, () => Math.floor(3 * next())),
  'rank deficient': (n, next) => Array.from({ length: n }, (_, i) => (i < n / 4 ? next() : 0)),
  zero: (n) => new Array<number>(n).fill(0),
};

/** A symmetric tridiagonal matrix. */
function tridiagonal(n: number, diagonalEntry: (i: number) => number, coupling: (i: number) => number): Matrix {
  const a = matrix(n, n);
  for (let i = 0; i < n; i++) {
    a.data[i * n + i] = diagonalEntry(i);
    if (i > 0) a.data[i * n + i - 1] = a.data[(i - 1) * n + i] = coupling(i);
  }
  return a;
}

/** Nearly equal eigenvalues at every merge, massive or no deflation, entries of all sizes. */
const hard: Record<string, (n: number) => Matrix> = {
  "Wilkinson's": (n) =>
    tridiagonal(
      n,
      (i) => Math.abs(i - (n - 1) / 2),
      () => 1,
    ),
  "Wilkinson's, glued by 1e-14": (n) =>
    tridiagonal(
      n,
      (i) => Math.abs((i % 21) - 10),
      (i) => (i % 21 === 0 ? 1e-14 : 1),
    ),
  "Wilkinson's, glued by 1e-8": (n) =>
    tridiagonal(
      n,
      (i) => Math.abs((i % 21) - 10),
      (i) => (i % 21 === 0 ? 1e-8 : 1),
    ),
  "Clement's": (n) =>
    tridiagonal(
      n,
      () => 0,
      (i) => Math.sqrt(i * (n - i)),
    ),
  'couplings of 1 and 1e-10': (n) =>
    tridiagonal(
      n,
      () => 0,
      (i) => (i % 2 ? 1 : 1e-10),
    ),
  'entries from 1 to 1e-16': (n) =>
    tridiagonal(
      n,
      (i) => 10 ** -(i % 17),
      (i) => 10 ** -(i % 13),
    ),
  'an arrow with repeated values': (n) => {
    const a = diagonal(Array.from({ length: n }, (_, i) => i % 5));
    for (let i = 0; i < n - 1; i++) a.data[(n - 1) * n + i] = a.data[i * n + n - 1] = 1;
    return a;
  },
  "Hilbert's": (n) =>
    matrix(
      n,
      n,
      Float64Array.from({ length: n * n }, (_, k) => 1 / (1 + Math.floor(k / n) + (k % n))),
    ),
  'the identity and noise of 1e-16': (n) => add(identity(n), symmetric(scale(randomMatrix(n, n, n), 1e-16))),
  'negative semi-definite of rank 5': (n) => scale(gramOfColumns(randomMatrix(5, n, n)), -1),
};

describe.each(['wasm-relaxed-simd', 'wasm-simd'] as const)('symmetric eigenpairs with the %s build', (build) => {
  it.each(Object.keys(spectra))('are accurate for spectra that are %s, at any order', (name) => {
    selectKernels(build);
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 120 }), fc.integer(), (n, seed) => {
        const values = spectra[name](n, generator(seed));
        const a = withSpectrum(values, seed + 1);
        const found = symmetricEigen(a);
        expectEigenpairs(a, found);
        const want = Float64Array.from(values).sort().reverse();
        const norm = Math.max(...want.map(Math.abs));
        want.forEach((value, i) =>
          expect(Math.abs(found.values[i] - value)).toBeLessThanOrEqual(50 * n * EPSILON * norm),
        );
      }),
      { numRuns: 25, seed: 7 },
    );
  });

  it.each([31, 32, 33, 64, 65, 96, 97, 128, 129, 193, 300])(
    'are accurate on both sides of every block size (n = %i)',
    (n) => {
      selectKernels(build);
      const a = symmetric(randomMatrix(n, n, n));
      expectEigenpairs(a, symmetricEigen(a));
      const norm = spectralNorm(symmetricEigen(a).values);
      for (const k of [0, 1, 3, n - 1]) expectEigenpairs(a, leadingEigen(a, k), norm);
    },
  );

  it('survive matrices graded by rows, in both directions, and of extreme scale', () => {
    selectKernels(build);
    const n = 110;
    const a = symmetric(randomMatrix(n, n, 5));
    for (const slope of [-8, 8]) {
      const weights = Array.from({ length: n }, (_, i) => 10 ** ((slope * i) / n));
      const graded = matrix(
        n,
        n,
        a.data.map((v, at) => v * weights[Math.floor(at / n)] * weights[at % n]),
      );
      expectEigenpairs(graded, symmetricEigen(graded));
    }
    for (const factor of [1e-300, 1e-150, 1e150, 1e300]) {
      const { values, vectors } = symmetricEigen(scale(a, factor));
      const plain = symmetricEigen(a);
      expect(gap(vectors, plain.vectors)).toBeLessThan(1e-9);
      values.forEach((value, i) => expect(Math.abs(value / factor - plain.values[i])).toBeLessThan(1e-11));
    }
  });

  it.each(Object.keys(hard))('withstand a matrix made to break divide and conquer: %s', (name) => {
    selectKernels(build);
    for (const n of [66, 210]) {
      const a = hard[name](n);
      const all = symmetricEigen(a);
      expectEigenpairs(a, all);
      expectEigenpairs(a, leadingEigen(a, Math.ceil(n / 7)), spectralNorm(all.values));
    }
  });
});

describe('symmetric eigenpairs', () => {
  it('are those of the second difference matrix, known in closed form', () => {
    const n = 150;
    const a = matrix(n, n);
    for (let i = 0; i < n; i++) {
      a.data[i * n + i] = 2;
      if (i > 0) a.data[i * n + i - 1] = a.data[(i - 1) * n + i] = -1;
    }
    const { values } = symmetricEigen(a);
    values.forEach((value, i) => {
      expect(Math.abs(value - (2 - 2 * Math.cos(((n - i) * Math.PI) / (n + 1))))).toBeLessThan(1e-13);
    });
  });

  it('come from the lower triangle alone', () => {
    const a = symmetric(randomMatrix(140, 140, 11));
    const lower = matrix(
      140,
      140,
      a.data.map((v, at) => (at % 140 > Math.floor(at / 140) ? NaN : v)),
    );
    const found = symmetricEigen(lower);
    expectEigenpairs(a, found);
    expect(found.values).toEqual(symmetricEigen(a).values);
  });

  it('have the same bits whatever was computed before', () => {
    const a = gramOfColumns(randomMatrix(60, 130, 12));
    const first = symmetricEigen(a);
    symmetricEigen(symmetric(randomMatrix(77, 77, 13)));
    const again = symmetricEigen(a);
    expect(again.values).toEqual(first.values);
    expect(again.vectors.data).toEqual(first.vectors.data);
  });

  it('lead with the first of all pairs', () => {
    const a = gramOfColumns(randomMatrix(300, 180, 14));
    const all = symmetricEigen(a);
    const some = leadingEigen(a, 12);
    expect(some.values).toEqual(all.values.slice(0, 12));
    expect(gap(some.vectors, columns(all.vectors, 0, 12))).toBeLessThan(1e-11);
  });

  it('of an empty matrix are none', () => {
    expect(symmetricEigen(matrix(0, 0)).values.length).toBe(0);
  });

  it('are refused for input that is not square or not finite, or k out of range', () => {
    expect(() => symmetricEigen(matrix(2, 3))).toThrow('symmetricEigen: expected a square matrix, found 2 × 3');
    expect(() => symmetricEigen(matrix(2, 2, Float64Array.of(1, 0, NaN, 1)))).toThrow('entry (1, 0) is not finite');
    expect(() => leadingEigen(identity(3), 4)).toThrow('leadingEigen: k = 4 of 3');
  });
});

describe('generalised eigenpairs', () => {
  it.each([1, 5, 60, 101])('diagonalise both matrices (n = %i)', (n) => {
    const a = symmetric(randomMatrix(n, n, 21));
    const b = add(gramOfColumns(randomMatrix(2 * n, n, 22)), identity(n));
    const { values, vectors } = generalisedEigen(a, b);
    const inB = multiply(multiply(vectors, b, { transposeA: true }), vectors);
    const inA = multiply(multiply(vectors, a, { transposeA: true }), vectors);
    expect(gap(inB, identity(n))).toBeLessThan(1e-13 * n);
    expect(gap(inA, diagonal(values))).toBeLessThan(1e-13 * n);
  });

  it.each([
    [3, 40, 2],
    [7, 200, 7],
  ])('of few rows against a scatter need no decomposition of it (%i rows)', (rows, count, k) => {
    const stack = matrixStack(count, 4, 5, randomMatrix(count, 20, 23).data);
    const centre = randomMatrix(4, 5, 24);
    const m = randomMatrix(rows, 20, 25);
    const scatter = scatterOf(stack, centre);
    const few = leadingRatiosOfScatter(stack, centre, m, k)!;
    const all = generalisedEigen(gramOfColumns(m), scatter);
    expect(gap(multiply(multiply(few.vectors, scatter, { transposeA: true }), few.vectors), identity(k))).toBeLessThan(
      1e-12,
    );
    few.values.forEach((value, i) => expect(value / all.values[i]).toBeCloseTo(1, 12));
    expect(gap(few.vectors, columns(all.vectors, 0, k))).toBeLessThan(1e-10);
    const flat = { ...stack, data: stack.data.map((value, i) => (i % 20 === 3 ? centre.data[3] : value)) };
    expect(leadingRatiosOfScatter(flat, centre, m, k)).toBeNull();
  });

  it.each([1, 5, 60, 101])('leading ones are the first of all (n = %i)', (n) => {
    const a = symmetric(randomMatrix(n, n, 26));
    const b = add(gramOfColumns(randomMatrix(2 * n, n, 27)), identity(n));
    const all = generalisedEigen(a, b);
    const k = Math.ceil(n / 4);
    const few = generalisedEigen(a, b, k);
    expect(few.values.length).toBe(k);
    few.values.forEach((value, i) => expect(value).toBeCloseTo(all.values[i], 11));
    expect(gap(few.vectors, columns(all.vectors, 0, k))).toBeLessThan(1e-9);
  });

  it.each([
    [1, 1, 1],
    [4, 9, 4],
    [30, 100, 20],
  ])('of %i rows against a matrix of order %i need no decomposition of it', (rows, n, k) => {
    const m = randomMatrix(rows, n, 28);
    const b = add(gramOfColumns(randomMatrix(2 * n, n, 29)), identity(n));
    const few = leadingRatios(m, b, k);
    const all = generalisedEigen(gramOfColumns(m), b);
    expect(gap(multiply(multiply(few.vectors, b, { transposeA: true }), few.vectors), identity(k))).toBeLessThan(1e-12);
    few.values.forEach((value, i) => expect(value / all.values[i]).toBeCloseTo(1, 11));
    expect(gap(few.vectors, columns(all.vectors, 0, k))).toBeLessThan(1e-9);
  });

  it('of fewer directions than asked for are completed by others of length 1', () => {
    const m = multiply(randomMatrix(5, 2, 33), randomMatrix(2, 12, 34));
    const b = add(gramOfColumns(randomMatrix(24, 12, 35)), identity(12));
    const { values, vectors } = leadingRatios(m, b, 4);
    expect(Math.abs(values[3])).toBeLessThan(1e-13);
    expect(gap(multiply(multiply(vectors, b, { transposeA: true }), vectors), identity(4))).toBeLessThan(1e-12);
    expect(() => leadingRatios(m, scale(b, -1), 4)).toThrow(NotPositiveDefiniteError);
  });

  it('reject an indefinite B', () => {
    expect(() => generalisedEigen(identity(3), diagonal([1, -1, 1]))).toThrow(NotPositiveDefiniteError);
  });
});

describe('functions of a symmetric matrix', () => {
  it('the pseudo-inverse satisfies the four Penrose conditions at rank 20 of 50', () => {
    const a = gramOfColumns(randomMatrix(20, 50, 31));
    const p = symmetricPseudoInverse(a);
    expect(gap(multiply(multiply(a, p), a), a)).toBeLessThan(1e-11);
    expect(gap(multiply(multiply(p, a), p), p)).toBeLessThan(1e-11);
    expect(gap(p, transpose(p))).toBe(0);
    const projector = multiply(a, p);
    expect(gap(projector, transpose(projector))).toBeLessThan(1e-11);
  });

  it('the rank rule of the pseudo-inverse drops eigenvalues up to tolerance · max|λ|', () => {
    const found = symmetricPseudoInverse(diagonal([4, 1, 1e-3, -2]), 0.01);
    expect(gap(found, diagonal([0.25, 1, 0, -0.5]))).toBeLessThan(1e-15);
    expect(symmetricPseudoInverse(matrix(3, 3))).toEqual(matrix(3, 3));
  });

  it('the square root squares to the matrix, also at deficient rank', () => {
    for (const rows of [20, 80]) {
      const a = gramOfColumns(randomMatrix(rows, 50, 32));
      const root = symmetricSquareRoot(a);
      expect(gap(multiply(root, root), a)).toBeLessThan(1e-12);
      expect(gap(root, transpose(root))).toBe(0);
    }
    expect(() => symmetricSquareRoot(diagonal([1, -0.5]))).toThrow('indefinite (smallest eigenvalue -0.5)');
  });
});

describe('leading eigenpairs of a sum of outer products', () => {
  it('have the bits of those of the matrix, and its trace, without keeping either', () => {
    const stack = matrixStack(90, 5, 8, randomMatrix(90, 40, 31).data);
    const centre = matrix(5, 8, randomMatrix(5, 8, 32).data);
    const sum = scatterOf(stack, centre);
    const { used } = kernelMemory();
    for (const k of [40, 7, 1]) {
      expect(leadingEigenOfScatter(stack, centre, k)).toEqual({ ...leadingEigen(sum, k), trace: trace(sum) });
    }
    expect(kernelMemory().used).toBe(used);
  });
});
