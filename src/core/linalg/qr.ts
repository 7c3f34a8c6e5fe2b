/** Thin QR by Householder reflections. */
import { matrix, type Matrix } from './matrix.ts';
import { shapeOf } from './products.ts';

/** A = Q R: Q has orthonormal columns, R is upper triangular with a non-negative diagonal. */
export interface Qr {
  /** rows × cols. */
  readonly q: Matrix;
  /** cols × cols. */
  readonly r: Matrix;
}

/**
 * Thin QR of a tall matrix. Q is orthonormal whatever the rank: directions missing from a rank-deficient A are
 * completed. Throws RangeError when there are more columns than rows.
 */
export function qr(a: Matrix): Qr {
  const { rows: m, cols: n } = a;
  if (n > m) throw new RangeError(`qr: more columns than rows, ${shapeOf(a)}`);
  // Row j of the working copy is column j of A: reflectors and updates run over contiguous memory.
  const work = new Float64Array(n * m);
  for (let i = 0; i < m; i++) {
    for (let j = 0; j < n; j++) work[j * m + i] = a.data[i * n + j];
  }
  const factors = new Float64Array(n);
  const r = matrix(n, n);
  for (let k = 0; k < n; k++) {
    const { factor, beta } = reflector(work, k * m + k, m - k);
    factors[k] = factor;
    for (let j = k + 1; j < n; j++) reflect(work, j * m + k, work, k * m + k, factor, m - k);
    r.data[k * n + k] = beta;
    for (let j = k + 1; j < n; j++) r.data[k * n + j] = work[j * m + k];
  }
  const basis = new Float64Array(n * m);
  for (let k = n - 1; k >= 0; k--) {
    basis[k * m + k] = 1;
    for (let j = k; j < n; j++) reflect(basis, j * m + k, work, k * m + k, factors[k], m - k);
  }
  const q = matrix(m, n);
  for (let j = 0; j < n; j++) {
    const sign = r.data[j * n + j] < 0 ? -1 : 1;
    for (let i = 0; i < m; i++) q.data[i * n + j] = sign * basis[j * m + i];
    if (sign < 0) for (let i = j; i < n; i++) r.data[j * n + i] *= -1;
  }
  return { q, r };
}

/** An orthonormal basis, rows × cols, whose leading k columns span the leading k columns of A where these are independent. */
export function orthonormalise(a: Matrix): Matrix {
  return qr(a).q;
}

/** Replaces x = work[at … at + length) by the reflector v (v₀ = 1) with (I − factor v vᵀ) x = beta e₁. */
function reflector(work: Float64Array, at: number, length: number): { factor: number; beta: number } {
  let largest = 0;
  for (let i = 0; i < length; i++) largest = Math.max(largest, Math.abs(work[at + i]));
  if (largest === 0) {
    work[at] = 1;
    return { factor: 0, beta: 0 };
  }
  let sum = 0;
  for (let i = 1; i < length; i++) sum += (work[at + i] / largest) ** 2;
  const first = work[at] / largest;
  if (sum === 0) {
    const beta = work[at];
    work[at] = 1;
    return { factor: 0, beta };
  }
  const norm = Math.sqrt(first * first + sum);
  const beta = first >= 0 ? -norm : norm;
  const factor = (beta - first) / beta;
  for (let i = 1; i < length; i++) work[at + i] = work[at + i] / largest / (first - beta);
  work[at] = 1;
  return { factor, beta: beta * largest };
}

/** x ← (I − factor v vᵀ) x. */
function reflect(xs: Float64Array, x: number, vs: Float64Array, v: number, factor: number, length: number): void {
  if (factor === 0) return;
  let product = 0;
  for (let i = 0; i < length; i++) product += xs[x + i] * vs[v + i];
  product *= factor;
  for (let i = 0; i < length; i++) xs[x + i] -= product * vs[v + i];
}
