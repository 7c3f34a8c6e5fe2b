/** Cholesky factorisation of symmetric positive definite matrices. */
import { identity, matrix, type Matrix } from './matrix.ts';
import { requireSquare, shapeOf } from './products.ts';
import { solveLower, solveLowerTransposed } from './triangular.ts';

/** A matrix that should be positive definite is not; `pivot` is the index (from 0) of the first pivot ≤ 0. */
export class NotPositiveDefiniteError extends Error {
  override readonly name = 'NotPositiveDefiniteError';
  readonly pivot: number;

  constructor(pivot: number, value: number) {
    super(`cholesky: the matrix is not positive definite (pivot ${pivot} is ${value})`);
    this.pivot = pivot;
  }
}

/** A = L Lᵀ and what it serves. */
export interface Cholesky {
  /** L, lower triangular with positive diagonal, zeros above. */
  readonly lower: Matrix;
  /** ln |A|. */
  readonly logDeterminant: number;
  /** A⁻¹ B. Throws RangeError when the rows differ. */
  solve(b: Matrix): Matrix;
  /** A⁻¹, exactly symmetric. */
  inverse(): Matrix;
}

/** Factorises a symmetric matrix (lower triangle read). Throws NotPositiveDefiniteError naming the pivot. */
export function cholesky(a: Matrix): Cholesky {
  requireSquare('cholesky', a);
  const n = a.rows;
  const lower = matrix(n, n);
  const l = lower.data;
  let logDeterminant = 0;
  for (let i = 0; i < n; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = a.data[i * n + j];
      for (let k = 0, p = i * n, q = j * n; k < j; k++) sum -= l[p + k] * l[q + k];
      if (i !== j) l[i * n + j] = sum / l[j * n + j];
      else {
        if (!(sum > 0)) throw new NotPositiveDefiniteError(i, sum);
        l[i * n + i] = Math.sqrt(sum);
        logDeterminant += Math.log(l[i * n + i]);
      }
    }
  }
  const solve = (b: Matrix): Matrix => {
    if (b.rows !== n) throw new RangeError(`cholesky.solve: a ${n} × ${n} factor and a ${shapeOf(b)} right-hand side`);
    const x = matrix(b.rows, b.cols, Float64Array.from(b.data));
    solveLower(lower, x);
    solveLowerTransposed(lower, x);
    return x;
  };
  const inverse = (): Matrix => {
    const x = solve(identity(n));
    for (let i = 0; i < n; i++) {
      for (let j = 0; j < i; j++) x.data[j * n + i] = x.data[i * n + j];
    }
    return x;
  };
  return { lower, logDeterminant: 2 * logDeterminant, solve, inverse };
}
