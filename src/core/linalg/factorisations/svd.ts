/**
 * Thin singular value decomposition by QR and one-sided Jacobi rotations. Up to order 32 small singular values keep
 * their relative accuracy. Above, the rotations start from the eigenvectors of R Rᵀ (three or four sweeps), and
 * singular values are accurate to a few ε times the largest, as in LAPACK.
 */
import { symmetricEigen } from './eigen.ts';
import { kernels, read, withScratch, write } from '../kernels/kernels.ts';
import { identity, matrix, transpose, type Matrix } from '../matrix.ts';
import { gramOfRows, multiply, scale, add, shapeOf, largestMagnitude, powerOfTwoAbove } from '../products.ts';
import { qr, orthonormalise } from './qr.ts';

/** A = U diag(values) Vᵀ. */
export interface Svd {
  /** rows × p, p = min(rows, cols), orthonormal columns; the entry of largest magnitude of each is positive. */
  readonly u: Matrix;
  /** p singular values, descending. */
  readonly values: Float64Array;
  /** cols × p, orthonormal columns. */
  readonly v: Matrix;
}

/** Number of the leading singular values that are not zero up to rounding, at most `most`. */
export function leadingRank(values: Svd['values'], most: number): number {
  let rank = 0;
  while (rank < most && values[rank] > 1e-10 * values[0]) rank++;
  return rank;
}

/** Largest order for which the rotations start from R itself. */
const PLAIN = 32;

/** Singular values below this multiple of the largest entry are returned as zero; their squares would underflow. */
const NEGLIGIBLE = 1e-140;

/** Thin SVD. Throws RangeError for entries that are not finite. */
export function svd(a: Matrix): Svd {
  if (a.rows < a.cols) {
    const { u, values, v } = svd(transpose(a));
    const result = { u: v, values, v: u };
    fixSigns(result.u, result.v);
    return result;
  }
  const n = a.cols;
  const factor = powerOfTwoAbove(largestMagnitude(a.data, 'svd'));
  const scaled = scale(a, 1 / factor);
  // Above the plain orders a square matrix is as good a start as its triangular factor.
  const { q, r } = a.rows === n && n > PLAIN ? { q: null, r: scaled } : qr(scaled);
  // Rows of `left` are the columns of Rᵀ, that is, rows of R: Rᵀ W = V Σ, so R = W Σ Vᵀ.
  const { left, rotations } = orthogonaliseRows(r);
  const norms = new Float64Array(n);
  for (let i = 0; i < n; i++) {
    const norm = rowNorm(left, i, n);
    norms[i] = norm < NEGLIGIBLE ? 0 : norm;
  }
  const order = Array.from({ length: n }, (_, i) => i).sort((i, j) => norms[j] - norms[i] || i - j);
  const w = matrix(n, n);
  const columnsOfV = matrix(n, n);
  order.forEach((from, to) => {
    for (let i = 0; i < n; i++) {
      w.data[i * n + to] = rotations[from * n + i];
      columnsOfV.data[i * n + to] = norms[from] > 0 ? left[from * n + i] / norms[from] : 0;
    }
  });
  const values = Float64Array.from(order, (from) => norms[from] * factor);
  const v = norms.includes(0) ? completed(columnsOfV) : columnsOfV;
  const u = q ? multiply(q, w) : w;
  fixSigns(u, v);
  return { u, values, v };
}

/** Rotates the rows of R until all are orthogonal; `rotations` accumulates the rotations by row. */
function orthogonaliseRows(r: Matrix): { left: Float64Array; rotations: Float64Array } {
  const n = r.rows;
  const { run, arena } = kernels();
  const start = n > PLAIN ? transpose(symmetricEigen(gramOfRows(r)).vectors) : identity(n);
  const rows = n > PLAIN ? multiply(start, r) : r;
  return withScratch(arena, (take) => {
    const left = take(n * n);
    const rotations = take(n * n);
    write(arena, left, rows.data);
    write(arena, rotations, start.data);
    run.jacobi(n, n, left, rotations, take(n));
    return { left: read(arena, left, n * n), rotations: read(arena, rotations, n * n) };
  });
}

/** Replaces zero columns by orthonormal ones; the others stay. */
function completed(columns: Matrix): Matrix {
  const { rows, cols, data } = columns;
  const v = matrix(rows, cols, qr(columns).q.data);
  for (let j = 0; j < cols; j++) {
    let product = 0;
    for (let i = 0; i < rows; i++) product += v.data[i * cols + j] * data[i * cols + j];
    if (product < 0) for (let i = 0; i < rows; i++) v.data[i * cols + j] *= -1;
  }
  return v;
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

// Principal angles and arc lengths between subspaces.

/**
 * The min(p, q) principal angles in radians, ascending, between the column spans of A (d × p) and B (d × q), both of
 * full column rank. Angles below 45° come from sines, the others from cosines (Björck and Golub 1973): this is accurate
 * for an angle of 1e-12, where arccos would return 1e-8. Throws RangeError if the rows differ.
 */
export function principalAngles(a: Matrix, b: Matrix): Float64Array {
  if (a.rows !== b.rows)
    throw new RangeError(`principalAngles: columns differ in length, ${shapeOf(a)} and ${shapeOf(b)}`);
  if (a.cols < b.cols) return principalAngles(b, a);
  const qa = orthonormalise(a);
  const qb = orthonormalise(b);
  const cross = multiply(qa, qb, { transposeA: true });
  const cosines = svd(cross).values;
  const sines = svd(add(qb, multiply(qa, cross), -1)).values;
  const last = cosines.length - 1;
  return cosines.map((cosine, i) =>
    cosine * cosine < 0.5 ? Math.acos(cosine) : Math.asin(Math.min(1, sines[last - i])),
  );
}

/**
 * Arc length between the column spans of A and B, √Σ θ² over their principal angles, in radians. Throws as
 * principalAngles does.
 */
export function arcLength(a: Matrix, b: Matrix): number {
  return Math.sqrt(principalAngles(a, b).reduce((sum, angle) => sum + angle * angle, 0));
}

/**
 * The same between the spans of R ⊗ C and R' ⊗ C' without forming these products: the cosines of their angles are the
 * products of the modes' cosines, cos θ = cos α cos β. Sines keep small angles accurate.
 */
export function kroneckerArcLength(
  [c, r]: readonly [Matrix, Matrix],
  [trueC, trueR]: readonly [Matrix, Matrix],
): number {
  let sum = 0;
  const rowAngles = principalAngles(r, trueR);
  for (const alpha of principalAngles(c, trueC)) {
    for (const beta of rowAngles) {
      const [a, b] = [Math.sin(alpha) ** 2, Math.sin(beta) ** 2];
      sum += Math.asin(Math.min(1, Math.sqrt(a + b - a * b))) ** 2;
    }
  }
  return Math.sqrt(sum);
}
