/** Products and sums of dense matrices. Functions do not modify their arguments. */
import { kernels, LOWER, read, withScratch, write, ACCUMULATE, zeros, type Kernels } from './kernels/kernels.ts';
import { matrix, transpose, type Matrix, type MatrixStack } from './matrix.ts';
import { writeCentred } from './batch/imageChunks.ts';
import { integerGramAt, integerScatterAt } from './integerSums.ts';
import { load } from './loadedFactor.ts';

/** Which factors of a product are transposed. */
export interface Transposes {
  readonly transposeA?: boolean;
  readonly transposeB?: boolean;
}

/** "rows × cols" for error messages. */
export function shapeOf(a: { readonly rows: number; readonly cols: number }): string {
  return `${a.rows} × ${a.cols}`;
}

/** The same, with null for the identity. */
export function shapeOrIdentity(a: Matrix | null): string {
  return a ? shapeOf(a) : 'identity';
}

/** op(A) op(B), where op is the transpose if requested. Throws RangeError if the inner dimensions differ. */
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
  const { run, arena } = kernels();
  return withScratch(arena, (take) => {
    const pa = take(a.data.length);
    const pb = take(b.data.length);
    const pc = take(m * n);
    write(arena, pa, a.data);
    write(arena, pb, b.data);
    const [aRow, aInner] = transposeA ? [1, a.cols] : [a.cols, 1];
    const [bCol, bInner] = transposeB ? [b.cols, 1] : [1, b.cols];
    run.gemm(m, n, inner, 1, pa, aRow, aInner, 0, pb, bCol, bInner, 0, pc, n, 0);
    return matrix(m, n, read(arena, pc, m * n));
  });
}

/** A Aᵀ, rows × rows, exactly symmetric. */
export function gramOfRows(a: Matrix): Matrix {
  return gram(a, a.rows, a.cols, a.cols, 1);
}

/** Aᵀ A, cols × cols, exactly symmetric. */
export function gramOfColumns(a: Matrix): Matrix {
  return gram(a, a.cols, a.rows, 1, a.cols);
}

/** A + factor · B. Throws RangeError if the shapes differ. */
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

/** A · diag(weights): column j times weights[j]. Throws RangeError if their number differs from the columns. */
export function scaleColumns(a: Matrix, weights: ArrayLike<number>): Matrix {
  requireCount('scaleColumns', weights.length, a.cols, a);
  const c = matrix(a.rows, a.cols);
  for (let i = 0, at = 0; i < a.rows; i++) {
    for (let j = 0; j < a.cols; j++, at++) c.data[at] = a.data[at] * weights[j];
  }
  return c;
}

/** diag(weights) · A: row i times weights[i]. Throws RangeError if their number differs from the rows. */
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

/** (A + Aᵀ) / 2. */
export function symmetrised(a: Matrix): Matrix {
  return scale(add(a, transpose(a)), 0.5);
}

/** Σ a_ij b_ij = tr(Aᵀ B). Throws RangeError if the shapes differ. */
export function innerProduct(a: Matrix, b: Matrix): number {
  requireSameShape('innerProduct', a, b);
  let sum = 0;
  for (let i = 0; i < a.data.length; i++) sum += a.data[i] * b.data[i];
  return sum;
}

/**
 * Squared Euclidean distances of the rows of A against the rows of B, a.rows × b.rows, as sums of squared
 * differences (no cancellation for near neighbours). Throws RangeError if the row lengths differ.
 */
export function squaredDistances(a: Matrix, b: Matrix): Matrix {
  if (a.cols !== b.cols) throw new RangeError(`squaredDistances: row lengths differ, ${shapeOf(a)} and ${shapeOf(b)}`);
  const { run, arena } = kernels();
  return withScratch(arena, (take) => {
    const pa = take(a.data.length);
    const pb = take(b.data.length);
    const pc = take(a.rows * b.rows);
    write(arena, pa, a.data);
    write(arena, pb, b.data);
    run.distances(a.rows, b.rows, a.cols, pa, pb, pc);
    return matrix(a.rows, b.rows, read(arena, pc, a.rows * b.rows));
  });
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

function requireCount(name: string, count: number, expected: number, a: Matrix): void {
  if (count !== expected) throw new RangeError(`${name}: ${count} weights for a ${shapeOf(a)} matrix`);
}

/** Products from which integers are looked for: below, packing them would take as long. */
const LEAST_INTEGER = 2 ** 20;

/** Inner products of n vectors of `inner` entries: the lower triangle is computed, the upper copied from it. */
function gram(a: Matrix, n: number, inner: number, stride: number, step: number): Matrix {
  const engine = kernels();
  const { run, arena } = engine;
  return withScratch(arena, (take) => {
    const pa = take(a.data.length);
    const pc = take(n * n);
    write(arena, pa, a.data);
    const isExact =
      n * n * inner >= LEAST_INTEGER &&
      integerGramAt(engine, n, inner, { apart: stride, step }, (work) => work(0, n, pa), pc);
    if (!isExact) run.gemm(n, n, inner, 1, pa, stride, step, 0, pa, stride, step, 0, pc, n, LOWER);
    run.mirror(n, pc, n);
    return matrix(n, n, read(arena, pc, n * n));
  });
}

/** A ⊗ B. */
export function kronecker(a: Matrix, b: Matrix): Matrix {
  const result = matrix(a.rows * b.rows, a.cols * b.cols);
  for (let i = 0; i < result.rows; i++) {
    for (let j = 0; j < result.cols; j++) {
      result.data[i * result.cols + j] =
        a.data[Math.floor(i / b.rows) * a.cols + Math.floor(j / b.cols)] * b.data[(i % b.rows) * b.cols + (j % b.cols)];
    }
  }
  return result;
}

/** Whether (U_cᵀ X) U_r takes fewer operations than U_cᵀ (X U_r), for X of rows × cols and a code of q_c × q_r. */
export function leftProductIsCheaper(rows: number, cols: number, qc: number, qr: number): boolean {
  return qc * cols * (rows + qr) < qr * rows * (cols + qc);
}

// Sums of outer products of matrices as vectors.

/** Matrices loaded at a time. */
const PART = 256;

/**
 * Σ_n vec(X_n − W) vec(X_n − W)ᵀ over a stack (matrices as vectors, row by row) and its mean W, rows·cols × rows·cols,
 * exactly symmetric, without rounding errors of sums if the entries are integers. Loads the stack part by part. Throws
 * KernelMemoryError.
 */
export function scatterOf(stack: MatrixStack, mean: Matrix): Matrix {
  const size = stack.rows * stack.cols;
  const engine = kernels();
  return withScratch(engine.arena, (take) =>
    matrix(size, size, read(engine.arena, scatterAt(engine, take, stack, mean), size * size)),
  );
}

/** The same at an address in kernel memory. */
export function scatterAt(engine: Kernels, take: (count: number) => number, stack: MatrixStack, mean: Matrix): number {
  const size = stack.rows * stack.cols;
  const { run, arena } = engine;
  const c = zeros(arena, take, size * size);
  if (!integerScatterAt(engine, stack, mean, c)) {
    withScratch(arena, (takePart) => {
      const w = load(engine, takePart, mean);
      const x = takePart(Math.min(stack.count, PART) * size);
      for (let from = 0; from < stack.count; from += PART) {
        const count = Math.min(PART, stack.count - from);
        writeCentred(engine, x, stack, from, from + count, w);
        const how = from > 0 ? LOWER | ACCUMULATE : LOWER;
        run.gemm(size, size, count, 1, x, 1, size, 0, x, 1, size, 0, c, size, how);
      }
    });
  }
  run.mirror(size, c, size);
  return c;
}

// Scaling by powers of two, which changes no bit of a normal number and keeps squares far from overflow.

/** The smallest power of two ≥ x, between 2⁻¹⁰²² and 2¹⁰²²; 1 for x = 0. Its reciprocal is a power of two as well. */
export function powerOfTwoAbove(x: number): number {
  return x === 0 ? 1 : 2 ** Math.max(-1022, Math.min(1022, Math.ceil(Math.log2(x))));
}

/** max |values|. Throws RangeError, naming the caller, for a value that is not finite. */
export function largestMagnitude(values: Float64Array, caller: string): number {
  let largest = 0;
  for (let i = 0; i < values.length; i++) {
    const magnitude = Math.abs(values[i]);
    if (!(magnitude < Infinity)) throw new RangeError(`${caller}: the matrix has entries that are not finite`);
    if (magnitude > largest) largest = magnitude;
  }
  return largest;
}
