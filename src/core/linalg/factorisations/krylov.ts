/**
 * A few leading eigenpairs of a large symmetric matrix by block Lanczos iteration with full orthogonalisation: products
 * with a thin block instead of a reduction of the whole matrix. Results are verified; null means that the reduction is
 * better.
 */
import { joinColumns, bordered, columns, matrix, type Matrix, type Eigen } from '../matrix.ts';
import { kernels, LOWER, read, SUBTRACT, withScratch, write } from '../kernels/kernels.ts';
import { multiply, scaleColumns } from '../products.ts';
import { qr } from './qr.ts';

/** Smaller matrices are reduced at least as fast. */
const LEAST_ORDER = 400;
/** Minimum ratio of the order to the number of pairs. */
const LEAST_SHARE = 32;
/** Directions in addition to the requested ones: they provide the spectral gap that the iteration needs. */
const SPARE = 5;
/** Largest basis as a share of the order; beyond it, the reduction of the whole matrix is cheaper. */
const LARGEST_SHARE = 0.25;

/** Whether `leadingByKrylov` may pay off for k pairs of an n × n matrix. */
export function suitsKrylov(n: number, k: number): boolean {
  return n >= LEAST_ORDER && k > 0 && LEAST_SHARE * k <= n;
}

/**
 * The k largest eigenvalues of factor · A, descending, and their vectors, signs not fixed. The lower triangle of `a` is
 * read; `dense` solves small problems. Memory: a thin basis and one copy of A, in kernel memory.
 *
 * Residuals ‖A v − λ v‖ are at most n ε ‖A‖, and no larger eigenvalue is missing: θI − A, with the pairs found moved
 * below, has a Cholesky factor for a θ just above λ_k. Null if the iteration does not converge or the check fails.
 */
export function leadingByKrylov(a: Matrix, factor: number, k: number, dense: (a: Matrix) => Eigen): Eigen | null {
  const { run, arena } = kernels();
  return withScratch(arena, (take) => {
    const n = a.rows;
    const address = take(n * n);
    const target = arena.values;
    for (let i = 0, to = address / 8; i < n * n; i++) target[to + i] = a.data[i] * factor;
    run.mirror(n, address, n);
    return iterate(address, n, k, dense);
  });
}

/** The same for the symmetric n × n matrix at an address, which is destroyed. */
function iterate(at: number, n: number, k: number, dense: (a: Matrix) => Eigen): Eigen | null {
  const width = k + SPARE;
  const limit = Math.floor(LARGEST_SHARE * n);
  const apply = (v: Matrix): Matrix => timesResident(at, v);
  let block = qr(startBlock(n, width)).q;
  let image = apply(block);
  let [basis, images] = [block, image];
  let projected = multiply(basis, images, { transposeA: true });
  for (let step = 1, before = Infinity; ; step++) {
    const { values: all, vectors } = dense(projected);
    const norm = Math.max(Math.abs(all[0]), Math.abs(all[all.length - 1]));
    const values = all.slice(0, k);
    const weights = columns(vectors, 0, k);
    const axes = multiply(basis, weights);
    const residual = largestDifference(multiply(images, weights), scaleColumns(axes, values));
    const goal = n * Number.EPSILON * norm;
    if (residual <= goal) return isLeading(at, axes, values, 50 * goal) ? { values, vectors: axes } : null;
    const blocksLeft = Math.floor((limit - basis.cols) / width);
    // The first two steps do not show the rate yet.
    const hopeless = step > 2 && residual * (residual / before) ** blocksLeft > goal;
    if (blocksLeft < 1 || hopeless) return null;
    before = residual;

    const next = nextBlock(basis, image, norm);
    if (!next) return null;
    block = next;
    image = apply(block);
    basis = joinColumns(basis, block);
    images = joinColumns(images, image);
    projected = bordered(projected, multiply(basis, image, { transposeA: true }));
  }
}

/** The part of A V outside the basis, orthonormalised; null if nothing is left in some direction. */
function nextBlock(basis: Matrix, image: Matrix, norm: number): Matrix | null {
  const once = outside(basis, image);
  const { q, r } = qr(outside(basis, once));
  for (let i = 0; i < r.rows; i++) if (!(Math.abs(r.data[i * r.cols + i]) > 1e-10 * norm)) return null;
  // Normalising short columns magnifies the rounding errors inside the basis.
  return qr(outside(basis, q)).q;
}

/** W − Q QᵀW. */
function outside(basis: Matrix, w: Matrix): Matrix {
  const inside = multiply(basis, multiply(basis, w, { transposeA: true }));
  for (let i = 0; i < w.data.length; i++) inside.data[i] = w.data[i] - inside.data[i];
  return inside;
}

/** A V for the n × n matrix at an address. */
function timesResident(at: number, v: Matrix): Matrix {
  const { run, arena } = kernels();
  return withScratch(arena, (take) => {
    const [x, y] = [take(v.data.length), take(v.data.length)];
    write(arena, x, v.data);
    run.gemm(v.rows, v.cols, v.rows, 1, at, v.rows, 1, 0, x, 1, v.cols, 0, y, v.cols, 0);
    return matrix(v.rows, v.cols, read(arena, y, v.data.length));
  });
}

/**
 * Whether every eigenvalue of the matrix A at an address, apart from those of the axes, is below λ_k + slack. Destroys
 * A.
 */
function isLeading(at: number, axes: Matrix, values: Float64Array, slack: number): boolean {
  const { run, arena } = kernels();
  const [n, k] = [axes.rows, axes.cols];
  const last = values[k - 1];
  const lifted = scaleColumns(
    axes,
    values.map((value) => Math.sqrt(value - last + slack)),
  );
  withScratch(arena, (take) => {
    const w = take(n * k);
    write(arena, w, lifted.data);
    run.gemm(n, n, k, 1, w, k, 1, 0, w, k, 1, 0, at, n, LOWER | SUBTRACT);
  });
  const { values: test } = arena;
  for (let i = 0, from = at / 8; i < n; i++, from += n) {
    for (let j = 0; j <= i; j++) test[from + j] = -test[from + j];
    test[from + i] += last + slack;
  }
  return run.cholesky(n, at) < 0;
}

/** Entries on [−1, 1) by Marsaglia's xorshift, the same in every call. */
function startBlock(n: number, width: number): Matrix {
  const block = matrix(n, width);
  let state = 2463534242;
  for (let i = 0; i < block.data.length; i++) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    block.data[i] = state / 2 ** 31;
  }
  return block;
}

function largestDifference(a: Matrix, b: Matrix): number {
  const squares = new Float64Array(a.cols);
  for (let i = 0; i < a.data.length; i++) squares[i % a.cols] += (a.data[i] - b.data[i]) ** 2;
  return Math.sqrt(Math.max(...squares));
}
