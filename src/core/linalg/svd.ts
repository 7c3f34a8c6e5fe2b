/** Thin singular value decomposition by QR and one-sided Jacobi rotations: small singular values keep their relative accuracy. */
import { matrix, transpose, type Matrix } from './matrix.ts';
import { multiply } from './products.ts';
import { qr } from './qr.ts';

/** A = U diag(values) Vᵀ. */
export interface Svd {
  /** rows × p, p = min(rows, cols), orthonormal columns; the entry of largest magnitude of each is positive. */
  readonly u: Matrix;
  /** p singular values, descending. */
  readonly values: Float64Array;
  /** cols × p, orthonormal columns. */
  readonly v: Matrix;
}

/** Thin SVD. Throws RangeError for entries that are not finite. */
export function svd(a: Matrix): Svd {
  if (a.rows < a.cols) {
    const { u, values, v } = svd(transpose(a));
    const result = { u: v, values, v: u };
    fixSigns(result.u, result.v);
    return result;
  }
  const n = a.cols;
  let largest = 0;
  for (const value of a.data) {
    if (!Number.isFinite(value)) throw new RangeError('svd: the matrix has entries that are not finite');
    largest = Math.max(largest, Math.abs(value));
  }
  const scaled = matrix(a.rows, n);
  for (let i = 0; i < a.data.length; i++) scaled.data[i] = largest === 0 ? 0 : a.data[i] / largest;
  const { q, r } = qr(scaled);
  // Rows of `left` are the columns of Rᵀ, that is, rows of R: Rᵀ W = V Σ, so R = W Σ Vᵀ.
  const left = Float64Array.from(r.data);
  const rotations = new Float64Array(n * n);
  for (let i = 0; i < n; i++) rotations[i * n + i] = 1;
  orthogonaliseRows(left, rotations, n);
  const norms = new Float64Array(n);
  for (let i = 0; i < n; i++) norms[i] = rowNorm(left, i, n);
  const order = Array.from({ length: n }, (_, i) => i).sort((i, j) => norms[j] - norms[i] || i - j);
  const w = matrix(n, n);
  const columnsOfV = matrix(n, n);
  order.forEach((from, to) => {
    for (let i = 0; i < n; i++) {
      w.data[i * n + to] = rotations[from * n + i];
      columnsOfV.data[i * n + to] = norms[from] > 0 ? left[from * n + i] / norms[from] : 0;
    }
  });
  const values = Float64Array.from(order, (from) => norms[from] * largest);
  // Normalised rows of negligible norm are not orthogonal to the others; QR replaces them and leaves the rest.
  const v = matrix(n, n, qr(columnsOfV).q.data);
  for (let j = 0; j < n; j++) {
    let product = 0;
    for (let i = 0; i < n; i++) product += v.data[i * n + j] * columnsOfV.data[i * n + j];
    if (product < 0) for (let i = 0; i < n; i++) v.data[i * n + j] *= -1;
  }
  const u = multiply(q, w);
  fixSigns(u, v);
  return { u, values, v };
}

/** Sweeps of rotations over all pairs of rows until every pair is orthogonal to working precision. */
function orthogonaliseRows(rows: Float64Array, rotations: Float64Array, n: number): void {
  for (let sweep = 0; sweep < 60; sweep++) {
    let rotated = false;
    for (let i = 0; i < n - 1; i++) {
      for (let j = i + 1; j < n; j++) {
        let a = 0;
        let b = 0;
        let c = 0;
        for (let k = 0, p = i * n, q = j * n; k < n; k++) {
          a += rows[p + k] * rows[p + k];
          b += rows[q + k] * rows[q + k];
          c += rows[p + k] * rows[q + k];
        }
        if (Math.abs(c) <= 1e-15 * Math.sqrt(a * b) || a < 1e-290 || b < 1e-290) continue;
        rotated = true;
        const zeta = (b - a) / (2 * c);
        const t = (zeta >= 0 ? 1 : -1) / (Math.abs(zeta) + Math.hypot(1, zeta));
        const cos = 1 / Math.hypot(1, t);
        rotateRows(rows, n, i, j, cos, cos * t);
        rotateRows(rotations, n, i, j, cos, cos * t);
      }
    }
    if (!rotated) return;
  }
}

function rotateRows(rows: Float64Array, n: number, i: number, j: number, cos: number, sin: number): void {
  for (let k = 0, p = i * n, q = j * n; k < n; k++) {
    const x = rows[p + k];
    const y = rows[q + k];
    rows[p + k] = cos * x - sin * y;
    rows[q + k] = sin * x + cos * y;
  }
}

function rowNorm(rows: Float64Array, i: number, n: number): number {
  let sum = 0;
  for (let k = 0; k < n; k++) sum += rows[i * n + k] ** 2;
  return Math.sqrt(sum);
}

/** Makes the largest entry of every column of U positive, flipping the column of V with it. */
function fixSigns(u: Matrix, v: Matrix): void {
  for (let j = 0; j < u.cols; j++) {
    let best = 0;
    for (let i = 0; i < u.rows; i++) {
      const value = u.data[i * u.cols + j];
      if (Math.abs(value) > Math.abs(best)) best = value;
    }
    if (best >= 0) continue;
    for (let i = 0; i < u.rows; i++) u.data[i * u.cols + j] *= -1;
    for (let i = 0; i < v.rows; i++) v.data[i * v.cols + j] *= -1;
  }
}
