/** Householder reduction of a symmetric matrix to tridiagonal form and the implicit QL iteration on it. */
import type { Matrix } from './matrix.ts';

/** A = Q T Qᵀ with T tridiagonal. */
export interface Tridiagonal {
  /** n diagonal entries of T. */
  readonly diagonal: Float64Array;
  /** n entries; entry i couples i and i + 1, the last is zero. */
  readonly offDiagonal: Float64Array;
  /** Qᵀ, n × n row-major: row i is column i of Q. */
  readonly basis: Float64Array;
}

/** Columns whose squared norm lies below this are taken as zero: the matrix is scaled to largest entry 1. */
const NEGLIGIBLE = 1e-280;

/** Reduces the symmetric matrix (lower triangle read, largest entry about 1) to tridiagonal form. */
export function tridiagonalise(a: Matrix): Tridiagonal {
  const n = a.rows;
  const work = new Float64Array(n * n);
  // Upper triangle of the working copy: the reflectors then lie in contiguous rows.
  for (let i = 0; i < n; i++) {
    for (let j = i; j < n; j++) work[i * n + j] = a.data[j * n + i];
  }
  const diagonal = new Float64Array(n);
  const offDiagonal = new Float64Array(n);
  const factors = new Float64Array(n);
  const p = new Float64Array(n);
  for (let k = 0; k < n - 1; k++) {
    const row = k * n;
    diagonal[k] = work[row + k];
    let tail = 0;
    for (let j = k + 2; j < n; j++) tail += work[row + j] * work[row + j];
    const first = work[row + k + 1];
    if (tail < NEGLIGIBLE) {
      offDiagonal[k] = first;
      continue;
    }
    const norm = Math.sqrt(first * first + tail);
    const beta = first >= 0 ? -norm : norm;
    const factor = (beta - first) / beta;
    const inverse = 1 / (first - beta);
    work[row + k + 1] = 1;
    for (let j = k + 2; j < n; j++) work[row + j] *= inverse;
    offDiagonal[k] = beta;
    factors[k] = factor;
    reflectTrailing(work, n, k, factor, p);
  }
  if (n > 0) diagonal[n - 1] = work[n * n - 1];
  return { diagonal, offDiagonal, basis: accumulate(work, factors, n) };
}

/** A₂₂ ← H A₂₂ H for the reflector in row k, upper triangle only. */
function reflectTrailing(work: Float64Array, n: number, k: number, factor: number, p: Float64Array): void {
  const v = k * n;
  p.fill(0, k + 1);
  for (let i = k + 1; i < n; i++) {
    const row = i * n;
    const vi = work[v + i];
    let sum = work[row + i] * vi;
    for (let j = i + 1; j < n; j++) {
      const value = work[row + j];
      sum += value * work[v + j];
      p[j] += value * vi;
    }
    p[i] += sum;
  }
  let product = 0;
  for (let i = k + 1; i < n; i++) {
    p[i] *= factor;
    product += p[i] * work[v + i];
  }
  const half = 0.5 * factor * product;
  for (let i = k + 1; i < n; i++) p[i] -= half * work[v + i];
  for (let i = k + 1; i < n; i++) {
    const row = i * n;
    const vi = work[v + i];
    const pi = p[i];
    for (let j = i; j < n; j++) work[row + j] -= vi * p[j] + pi * work[v + j];
  }
}

/** Qᵀ from the reflectors, built from the last to the first so that only the trailing block is touched. */
function accumulate(work: Float64Array, factors: Float64Array, n: number): Float64Array {
  const basis = new Float64Array(n * n);
  for (let i = 0; i < n; i++) basis[i * n + i] = 1;
  for (let k = n - 3; k >= 0; k--) {
    const factor = factors[k];
    if (factor === 0) continue;
    const v = k * n;
    // Qᵀ ← Qᵀ H: every row minus factor · (row · v) vᵀ.
    for (let i = k + 1; i < n; i++) {
      const row = i * n;
      let product = 0;
      for (let j = k + 1; j < n; j++) product += basis[row + j] * work[v + j];
      product *= factor;
      for (let j = k + 1; j < n; j++) basis[row + j] -= product * work[v + j];
    }
  }
  return basis;
}

/**
 * Implicit QL with Wilkinson shifts: overwrites `diagonal` by the eigenvalues (unordered) and the rows of `basis`
 * by the eigenvectors. Throws Error after 60 iterations for one eigenvalue, which only non-finite input causes.
 */
export function iterateQl({ diagonal: d, offDiagonal: e, basis }: Tridiagonal): void {
  const n = d.length;
  for (let low = 0; low < n; low++) {
    for (let iteration = 0; ; iteration++) {
      let high = low;
      while (high < n - 1) {
        if (Math.abs(e[high]) <= Number.EPSILON * (Math.abs(d[high]) + Math.abs(d[high + 1])) + 1e-290) break;
        high++;
      }
      if (high === low) break;
      if (iteration === 60) throw new Error(`symmetricEigen: no convergence at eigenvalue ${low}; the input is not finite`);
      let g = (d[low + 1] - d[low]) / (2 * e[low]);
      let r = Math.hypot(g, 1);
      g = d[high] - d[low] + e[low] / (g + (g >= 0 ? r : -r));
      let s = 1;
      let c = 1;
      let p = 0;
      let i = high - 1;
      for (; i >= low; i--) {
        let f = s * e[i];
        const b = c * e[i];
        r = Math.hypot(f, g);
        e[i + 1] = r;
        if (r === 0) {
          d[i + 1] -= p;
          e[high] = 0;
          break;
        }
        s = f / r;
        c = g / r;
        g = d[i + 1] - p;
        r = (d[i] - g) * s + 2 * c * b;
        p = s * r;
        d[i + 1] = g + p;
        g = c * r - b;
        rotate(basis, n, i, c, s);
      }
      if (r === 0 && i >= low) continue;
      d[low] -= p;
      e[low] = g;
      e[high] = 0;
    }
  }
}

function rotate(basis: Float64Array, n: number, i: number, c: number, s: number): void {
  const upper = i * n;
  const lower = upper + n;
  for (let k = 0; k < n; k++) {
    const f = basis[lower + k];
    const g = basis[upper + k];
    basis[lower + k] = s * g + c * f;
    basis[upper + k] = c * g - s * f;
  }
}
