/** Thin QR by Householder reflections. */
import { kernels, withScratch } from '../kernels/kernels.ts';
import { matrix, type Matrix } from '../matrix.ts';
import { shapeOf, largestMagnitude, powerOfTwoAbove } from '../products.ts';

/** A = Q R: Q has orthonormal columns, R is upper triangular with a non-negative diagonal. */
export interface Qr {
  /** rows × cols. */
  readonly q: Matrix;
  /** cols × cols. */
  readonly r: Matrix;
}

/**
 * Thin QR of a tall matrix. Q is orthonormal for any rank: directions missing from a rank-deficient A are completed.
 * Throws RangeError for more columns than rows and for entries that are not finite.
 */
export function qr(a: Matrix): Qr {
  const { rows: m, cols: n } = a;
  if (n > m) throw new RangeError(`qr: more columns than rows, ${shapeOf(a)}`);
  const factor = powerOfTwoAbove(largestMagnitude(a.data, 'qr'));
  const { run, arena } = kernels();
  return withScratch(arena, (take) => {
    const work = take(m * n);
    const diagonal = take(n);
    const factors = take(n);
    const basis = take(m * n);
    const values = arena.values;
    const [w, d, b] = [work / 8, diagonal / 8, basis / 8];
    // Row j of the working copy is column j of A: reflectors and updates run over contiguous memory.
    for (let i = 0, at = 0; i < m; i++) {
      for (let j = 0; j < n; j++, at++) values[w + j * m + i] = a.data[at] / factor;
    }
    run.qr(m, n, work, diagonal, factors, basis);
    const q = matrix(m, n);
    const r = matrix(n, n);
    for (let j = 0; j < n; j++) {
      const sign = values[d + j] < 0 ? -1 : 1;
      for (let i = 0; i < m; i++) q.data[i * n + j] = sign * values[b + j * m + i];
      r.data[j * n + j] = sign * values[d + j] * factor;
      for (let k = j + 1; k < n; k++) r.data[j * n + k] = sign * values[w + k * m + j] * factor;
    }
    return { q, r };
  });
}

/**
 * An orthonormal basis, rows × cols; its leading k columns span the leading k columns of A if these are independent.
 */
export function orthonormalise(a: Matrix): Matrix {
  return qr(a).q;
}
