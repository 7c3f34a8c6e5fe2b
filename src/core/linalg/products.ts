/** Products, sums and norms of dense matrices. Nothing here changes its arguments. */
import { matrix, type Matrix } from './matrix.ts';

/** Which factors of a product are taken transposed. */
export interface Transposes {
  readonly transposeA?: boolean;
  readonly transposeB?: boolean;
}

/** "rows × cols" for error messages. */
export function shapeOf(a: { readonly rows: number; readonly cols: number }): string {
  return `${a.rows} × ${a.cols}`;
}

/** op(A) op(B), op being the transpose where asked. Throws RangeError when the inner dimensions differ. */
export function multiply(a: Matrix, b: Matrix, { transposeA = false, transposeB = false }: Transposes = {}): Matrix {
  const m = transposeA ? a.cols : a.rows;
  const inner = transposeA ? a.rows : a.cols;
  const innerB = transposeB ? b.cols : b.rows;
  const n = transposeB ? b.rows : b.cols;
  if (inner !== innerB) {
    throw new RangeError(
      `multiply: inner dimensions differ, ${shapeOf(a)}${transposeA ? ' transposed' : ''} times ${shapeOf(b)}${transposeB ? ' transposed' : ''}`,
    );
  }
  const c = matrix(m, n);
  if (transposeB && !transposeA) multiplyRows(a, b, c);
  else if (transposeB) return multiply(a, transposed(b), { transposeA });
  else accumulateRows(a, b, c, transposeA);
  return c;
}

/** A Aᵀ, rows × rows, exactly symmetric. */
export function gramOfRows(a: Matrix): Matrix {
  const c = matrix(a.rows, a.rows);
  for (let i = 0; i < a.rows; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = 0;
      for (let k = 0, p = i * a.cols, q = j * a.cols; k < a.cols; k++) sum += a.data[p + k] * a.data[q + k];
      c.data[i * a.rows + j] = sum;
      c.data[j * a.rows + i] = sum;
    }
  }
  return c;
}

/** Aᵀ A, cols × cols, exactly symmetric. */
export function gramOfColumns(a: Matrix): Matrix {
  return gramOfRows(transposed(a));
}

/** A + factor · B. Throws RangeError when the shapes differ. */
export function add(a: Matrix, b: Matrix, factor = 1): Matrix {
  requireSameShape('add', a, b);
  const c = matrix(a.rows, a.cols);
  for (let i = 0; i < c.data.length; i++) c.data[i] = a.data[i] + factor * b.data[i];
  return c;
}

/** s · A. */
export function scale(a: Matrix, s: number): Matrix {
  const c = matrix(a.rows, a.cols);
  for (let i = 0; i < c.data.length; i++) c.data[i] = s * a.data[i];
  return c;
}

/** A · diag(weights): column j times weights[j]. Throws RangeError when their number differs from the columns. */
export function scaleColumns(a: Matrix, weights: ArrayLike<number>): Matrix {
  requireCount('scaleColumns', weights.length, a.cols, a);
  const c = matrix(a.rows, a.cols);
  for (let i = 0, at = 0; i < a.rows; i++) {
    for (let j = 0; j < a.cols; j++, at++) c.data[at] = a.data[at] * weights[j];
  }
  return c;
}

/** diag(weights) · A: row i times weights[i]. Throws RangeError when their number differs from the rows. */
export function scaleRows(a: Matrix, weights: ArrayLike<number>): Matrix {
  requireCount('scaleRows', weights.length, a.rows, a);
  const c = matrix(a.rows, a.cols);
  for (let i = 0, at = 0; i < a.rows; i++) {
    for (let j = 0; j < a.cols; j++, at++) c.data[at] = a.data[at] * weights[i];
  }
  return c;
}

/** Σ a_ii of a square matrix. Throws RangeError otherwise. */
export function trace(a: Matrix): number {
  requireSquare('trace', a);
  let sum = 0;
  for (let i = 0; i < a.rows; i++) sum += a.data[i * a.cols + i];
  return sum;
}

/** √Σ a_ij², without overflow or underflow on the way. */
export function frobeniusNorm(a: Matrix): number {
  let largest = 0;
  for (let i = 0; i < a.data.length; i++) {
    const magnitude = Math.abs(a.data[i]);
    if (!(magnitude <= largest)) largest = magnitude;
  }
  if (largest === 0 || !Number.isFinite(largest)) return largest;
  let sum = 0;
  for (let i = 0; i < a.data.length; i++) {
    const ratio = a.data[i] / largest;
    sum += ratio * ratio;
  }
  return largest * Math.sqrt(sum);
}

/** Σ a_ij b_ij = tr(Aᵀ B). Throws RangeError when the shapes differ. */
export function innerProduct(a: Matrix, b: Matrix): number {
  requireSameShape('innerProduct', a, b);
  let sum = 0;
  for (let i = 0; i < a.data.length; i++) sum += a.data[i] * b.data[i];
  return sum;
}

/**
 * Squared Euclidean distances of the rows of A against the rows of B, a.rows × b.rows, as sums of squared
 * differences (no cancellation for near neighbours). Throws RangeError when the row lengths differ.
 */
export function squaredDistances(a: Matrix, b: Matrix): Matrix {
  if (a.cols !== b.cols) throw new RangeError(`squaredDistances: row lengths differ, ${shapeOf(a)} and ${shapeOf(b)}`);
  const c = matrix(a.rows, b.rows);
  for (let i = 0; i < a.rows; i++) {
    for (let j = 0; j < b.rows; j++) {
      let sum = 0;
      for (let k = 0, p = i * a.cols, q = j * b.cols; k < a.cols; k++) {
        const difference = a.data[p + k] - b.data[q + k];
        sum += difference * difference;
      }
      c.data[i * b.rows + j] = sum;
    }
  }
  return c;
}

/** Throws RangeError naming both shapes unless they are equal. */
export function requireSameShape(name: string, a: Matrix, b: Matrix): void {
  if (a.rows !== b.rows || a.cols !== b.cols) {
    throw new RangeError(`${name}: shapes differ, ${shapeOf(a)} and ${shapeOf(b)}`);
  }
}

/** Throws RangeError naming the shape unless the matrix is square. */
export function requireSquare(name: string, a: Matrix): void {
  if (a.rows !== a.cols) throw new RangeError(`${name}: expected a square matrix, found ${shapeOf(a)}`);
}

function requireCount(name: string, found: number, expected: number, a: Matrix): void {
  if (found !== expected) throw new RangeError(`${name}: ${found} weights for a ${shapeOf(a)} matrix`);
}

function transposed(a: Matrix): Matrix {
  const result = matrix(a.cols, a.rows);
  for (let i = 0; i < a.rows; i++) {
    for (let j = 0; j < a.cols; j++) result.data[j * a.rows + i] = a.data[i * a.cols + j];
  }
  return result;
}

/** C += op(A) B, rows of B scaled and added: contiguous in B and C. */
function accumulateRows(a: Matrix, b: Matrix, c: Matrix, transposeA: boolean): void {
  const { rows: m, cols: n } = c;
  const inner = b.rows;
  for (let i = 0; i < m; i++) {
    const to = i * n;
    for (let k = 0; k < inner; k++) {
      const factor = transposeA ? a.data[k * a.cols + i] : a.data[i * a.cols + k];
      const from = k * n;
      for (let j = 0; j < n; j++) c.data[to + j] += factor * b.data[from + j];
    }
  }
}

/** C = A Bᵀ as inner products of rows. */
function multiplyRows(a: Matrix, b: Matrix, c: Matrix): void {
  const inner = a.cols;
  for (let i = 0; i < a.rows; i++) {
    for (let j = 0; j < b.rows; j++) {
      let sum = 0;
      for (let k = 0, p = i * inner, q = j * inner; k < inner; k++) sum += a.data[p + k] * b.data[q + k];
      c.data[i * b.rows + j] = sum;
    }
  }
}
