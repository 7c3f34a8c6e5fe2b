/** Cholesky factorisation of symmetric positive definite matrices and substitution with the factor. */
import { kernels, LOWER, read, withScratch, write } from '../kernels/kernels.ts';
import { identity, matrix, type Matrix } from '../matrix.ts';
import { requireSquare, shapeOf } from '../products.ts';

/** Thrown if a matrix is not positive definite; `pivot` is the index (from 0) of the first pivot ≤ 0. */
export class NotPositiveDefiniteError extends Error {
  override readonly name = 'NotPositiveDefiniteError';
  readonly pivot: number;

  constructor(pivot: number, value: number) {
    super(`cholesky: the matrix is not positive definite (pivot ${pivot} is ${value})`);
    this.pivot = pivot;
  }
}

/** A = L Lᵀ and its uses. */
export interface Cholesky {
  /** L, lower triangular with positive diagonal, zeros above. */
  readonly lower: Matrix;
  /** ln |A|. */
  readonly logDeterminant: number;
  /** A⁻¹ B. Throws RangeError if the rows differ. */
  solve(b: Matrix): Matrix;
  /** A⁻¹, exactly symmetric. */
  inverse(): Matrix;
}

/**
 * Factorises a symmetric matrix, reading its lower triangle. Throws NotPositiveDefiniteError, which names the pivot.
 */
export function cholesky(a: Matrix): Cholesky {
  requireSquare('cholesky', a);
  const n = a.rows;
  const { run, arena } = kernels();
  const lower = withScratch(arena, (take) => {
    const address = take(n * n);
    write(arena, address, a.data);
    const pivot = n === 0 ? -1 : run.cholesky(n, address);
    if (pivot >= 0) throw new NotPositiveDefiniteError(pivot, arena.values[address / 8 + pivot * (n + 1)]);
    return matrix(n, n, read(arena, address, n * n));
  });
  let logDeterminant = 0;
  for (let i = 0; i < n; i++) logDeterminant += 2 * Math.log(lower.data[i * (n + 1)]);
  const solve = (b: Matrix): Matrix => {
    if (b.rows !== n) throw new RangeError(`cholesky.solve: a ${n} × ${n} factor and a ${shapeOf(b)} right-hand side`);
    return substitute(lower, b, ['solveLower', 'solveLowerTransposed']);
  };
  const inverse = (): Matrix => {
    return withScratch(arena, (take) => {
      const [pl, root, product] = [take(n * n), take(n * n), take(n * n)];
      write(arena, pl, lower.data);
      write(arena, root, identity(n).data);
      if (n > 0) run.solveLower(n, n, pl, root);
      run.gemm(n, n, n, 1, root, 1, n, 0, root, 1, n, 0, product, n, LOWER);
      run.mirror(n, product, n);
      return matrix(n, n, read(arena, product, n * n));
    });
  };
  return { lower, logDeterminant, solve, inverse };
}

/** L⁻¹ B for lower triangular L. */
export function solveLower(lower: Matrix, b: Matrix): Matrix {
  return substitute(lower, b, ['solveLower']);
}

/** L⁻ᵀ B for lower triangular L. */
export function solveLowerTransposed(lower: Matrix, b: Matrix): Matrix {
  return substitute(lower, b, ['solveLowerTransposed']);
}

function substitute(lower: Matrix, b: Matrix, steps: readonly ('solveLower' | 'solveLowerTransposed')[]): Matrix {
  if (lower.rows !== b.rows)
    throw new RangeError(`${steps[0]}: a ${shapeOf(lower)} factor and a ${shapeOf(b)} right-hand side`);
  const { run, arena } = kernels();
  return withScratch(arena, (take) => {
    const pl = take(lower.data.length);
    const pb = take(b.data.length);
    write(arena, pl, lower.data);
    write(arena, pb, b.data);
    for (const step of steps) if (b.rows > 0) run[step](b.rows, b.cols, pl, pb);
    return matrix(b.rows, b.cols, read(arena, pb, b.data.length));
  });
}
