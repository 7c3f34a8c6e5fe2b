/**
 * A few leading eigenpairs of a large positive semi-definite operator that is given only by its products, by block
 * Lanczos iteration with full orthogonalisation. All results are verified.
 */
import { stream } from '../../random/stream.ts';
import { joinColumns, bordered, columns, diagonal, matrix, type Matrix, type Eigen } from '../matrix.ts';
import { kernels, withScratch, read, SUBTRACT, write } from '../kernels/kernels.ts';
import { add, gramOfColumns, multiply } from '../products.ts';
import { qr } from './qr.ts';

// A growing orthonormal basis in kernel memory: its vectors are rows; new ones are appended.

export interface OrthonormalBasis {
  /** Number of vectors. */
  readonly size: number;
  /** Appends the columns of an n × b matrix. */
  append(columns: Matrix): void;
  /** QᵀW, size × b. */
  inside(w: Matrix): Matrix;
  /** W − Q QᵀW, n × b, up to the rounding of one subtraction. */
  outside(w: Matrix): Matrix;
  /** Q C, n × k; C is size × k. */
  combine(c: Matrix): Matrix;
}

/** A basis of at most `capacity` vectors of n entries; `take` allocates its memory. */
function orthonormalBasis(take: (count: number) => number, n: number, capacity: number): OrthonormalBasis {
  const { run, arena } = kernels();
  const home = take(n * capacity);
  let size = 0;
  return {
    get size() {
      return size;
    },
    append(columns) {
      if (size + columns.cols > capacity) throw new RangeError(`orthonormalBasis: more than ${capacity} vectors`);
      withScratch(arena, (scratch) => {
        const w = scratch(columns.data.length);
        write(arena, w, columns.data);
        run.transpose(n, columns.cols, w, home + size * n * 8);
      });
      size += columns.cols;
    },
    inside: (w) =>
      withScratch(arena, (scratch) => {
        const [from, c] = [scratch(w.data.length), scratch(size * w.cols)];
        write(arena, from, w.data);
        run.gemm(size, w.cols, n, 1, home, n, 1, 0, from, 1, w.cols, 0, c, w.cols, 0);
        return matrix(size, w.cols, read(arena, c, size * w.cols));
      }),
    outside: (w) =>
      withScratch(arena, (scratch) => {
        const [at, c] = [scratch(w.data.length), scratch(size * w.cols)];
        write(arena, at, w.data);
        run.gemm(size, w.cols, n, 1, home, n, 1, 0, at, 1, w.cols, 0, c, w.cols, 0);
        run.gemm(n, w.cols, size, 1, home, 1, n, 0, c, 1, w.cols, 0, at, w.cols, SUBTRACT);
        return matrix(n, w.cols, read(arena, at, w.data.length));
      }),
    combine: (c) =>
      withScratch(arena, (scratch) => {
        const [from, to] = [scratch(c.data.length), scratch(n * c.cols)];
        write(arena, from, c.data);
        run.gemm(n, c.cols, size, 1, home, 1, n, 0, from, 1, c.cols, 0, to, c.cols, 0);
        return matrix(n, c.cols, read(arena, to, n * c.cols));
      }),
  };
}

/**
 * The part of W outside all bases as Q R: Q has orthonormal columns outside them; directions missing from W are
 * completed.
 */
function orthonormalOutside(bases: readonly OrthonormalBasis[], w: Matrix): { q: Matrix; r: Matrix } {
  const outside = (v: Matrix): Matrix => bases.reduce((rest, basis) => basis.outside(rest), v);
  const { q, r } = qr(outside(outside(w)));
  // Normalising short columns magnifies the rounding errors inside the bases.
  return { q: qr(outside(q)).q, r };
}

/** V ↦ S V for n × b matrices V and a symmetric positive semi-definite S of order n. */
export interface Operator {
  readonly order: number;
  readonly apply: (v: Matrix) => Matrix;
}

/** The k leading eigenpairs of a small symmetric matrix. */
export type DenseEigen = (a: Matrix, k: number) => Eigen;

/**
 * Vectors of a block. Narrow blocks need fewer products (order 4096, eigenvalues i^−1.5, 40 pairs: 144, 184, 272, 336
 * and 495 for blocks of 4, 8, 16, 24 and 45), wide ones are multiplied faster: 8 and 14 GF/s for 4 and 8.
 */
const BLOCK = 8;
/** Largest basis as a share of the order; beyond it, the covariance itself is cheaper. */
const LARGEST_SHARE = 0.25;
/**
 * The iteration does not stop early before the basis has this share of its largest size: eigenvalues far down settle
 * late.
 */
const LEAST_PATIENCE = 0.5;
/** Steps of the search for eigenvalues that the basis has missed. */
const MOST_CHECKS = 24;
/** Ritz vectors with residuals up to this share of λ_k are left out of that search. */
const SETTLED = 0.01;
/** The probability that the random start hides an eigenvalue from that search. */
const CHANCE = 1e-12;

/** S Q = Q T + V R Eᵀ, where E picks the last block and V is outside the basis Q. */
interface Projected {
  readonly basis: OrthonormalBasis;
  /** T = QᵀSQ. */
  readonly inside: Matrix;
  /** R, b × b. */
  readonly rest: Matrix;
}

/**
 * The k largest eigenvalues, descending, and orthonormal vectors, signs not fixed. Residuals ‖S v − λ v‖ are at most
 * √n ε ‖S‖ and the rounding of the products; each eigenvalue is within n ε ‖S‖ of that of the same rank of S, see
 * `areLeading`. Null if the iteration does not converge in reasonable time or the check fails.
 */
export function krylovPairs(operator: Operator, k: number, dense: DenseEigen): Eigen | null {
  const { order: n, apply } = operator;
  const capacity = Math.floor((LARGEST_SHARE * n) / BLOCK) * BLOCK;
  return withScratch(kernels().arena, (take) => {
    const basis = orthonormalBasis(take, n, capacity);
    let block = orthonormalOutside([], normals(n, 'start')).q;
    let inside = matrix(0, 0);
    let [next, before] = [k + BLOCK, { size: 0, residual: Infinity }];
    while (basis.size + block.cols <= capacity) {
      const image = apply(block);
      basis.append(block);
      inside = bordered(inside, basis.inside(image));
      const { q, r: rest } = orthonormalOutside([basis], image);
      block = q;
      if (basis.size < next) continue;
      const { values, vectors: weights } = dense(inside, k);
      if (!(values[0] > 0)) return null;
      const goal = Math.sqrt(n) * Number.EPSILON * values[0];
      const residual = Math.max(...lengths(multiply(rest, lastRows(weights, rest.rows))));
      if (residual <= goal) {
        const { proven, missed } = areLeading(operator, { basis, inside, rest }, values, dense);
        if (proven) return { values, vectors: basis.combine(weights) };
        // An eigenvalue has more copies than the block is wide: widen the block.
        if (missed) block = orthonormalOutside([basis], joinColumns(block, missed)).q;
      }
      const left = residual <= goal ? basis.size / 4 : vectorsLeft(before, { size: basis.size, residual }, goal);
      if (basis.size > LEAST_PATIENCE * capacity && basis.size + left > capacity) return null;
      before = { size: basis.size, residual };
      next = basis.size + Math.min(basis.size / 4, left);
    }
    return null;
  });
}

interface Progress {
  readonly size: number;
  readonly residual: number;
}

/**
 * Estimated number of vectors to the goal at the past rate, halved: convergence accelerates as the iteration proceeds.
 */
function vectorsLeft(before: Progress, now: Progress, goal: number): number {
  const rate = Math.log(before.residual / now.residual) / (now.size - before.size);
  return rate > 0 ? Math.log(now.residual / goal) / rate / 2 : Infinity;
}

/** If neither proven nor missed, the proof needs a larger basis. */
interface Answer {
  readonly proven: boolean;
  /** Directions outside the basis with eigenvalues as large as λ_k, n × b. */
  readonly missed?: Matrix;
}

/**
 * Whether the k-th eigenvalue of S is at most θ = λ_k + n ε ‖S‖, and those before it alike; that they are at least the
 * λ found is Cauchy's interlacing. On the Ritz vectors Y that have begun to settle and their complement S is
 * [Θ, Cᵀ; C, H], ‖C‖ small. If H has no eigenvalue above ν < θ, then at most as many eigenvalues of S as of
 * Θ + CᵀC / (θ − ν) lie above θ (Haynsworth's inertia theorem).
 *
 * ν comes from Lanczos steps on H from a normal start that is independent of the basis. Let μ and u be the largest
 * eigenpair of H, V the orthonormal start, ρ the largest Ritz value after s steps, and c = Vᵀu. The vector T_s(H) V c,
 * with the Chebyshev polynomial of [0, ρ], has a Rayleigh quotient of at most ρ; hence x T_s(1 + 2 x)² ≤ 1 / ‖c‖² for
 * x = μ/ρ − 1. ‖c‖² is Beta(b/2, (n − b)/2) distributed, and below `leastShare` with probability 10⁻¹² only.
 */
function areLeading(
  { order: n, apply }: Operator,
  projected: Projected,
  values: Float64Array,
  dense: DenseEigen,
): Answer {
  const { basis, inside, rest } = projected;
  const k = values.length;
  const slack = n * Number.EPSILON * values[0];
  const theta = values[k - 1] + slack;
  const ritz = dense(inside, Math.min(basis.size, 4 * k + 100));
  const links = multiply(rest, lastRows(ritz.vectors, rest.rows));
  const settled = lengths(links).findIndex((length) => length > SETTLED * theta);
  const kept = settled < 0 ? ritz.values.length : settled;
  const coupling = gramOfColumns(columns(links, 0, kept));
  const complement = n - kept;
  const most = Math.min(MOST_CHECKS, Math.floor(complement / BLOCK));
  return withScratch(kernels().arena, (take) => {
    const deflated = orthonormalBasis(take, n, kept);
    deflated.append(basis.combine(columns(ritz.vectors, 0, kept)));
    const search = orthonormalBasis(take, n, most * BLOCK);
    let block = orthonormalOutside([deflated], normals(n, 'check')).q;
    let across = matrix(0, 0);
    for (let step = 0; step < most; step++) {
      const image = apply(block);
      search.append(block);
      across = bordered(across, search.inside(image));
      const largest = Math.max(0, dense(across, 1).values[0]);
      if (largest > theta - 2 * slack) return { proven: false, missed: search.combine(dense(across, BLOCK).vectors) };
      const bound = largest * (1 + excess(step, leastShare(complement)));
      if (bound < theta) {
        const lifted = add(diagonal(ritz.values.subarray(0, kept)), coupling, 1 / (theta - bound));
        if (dense(lifted, k).values.every((value, i) => value <= values[i] + slack)) return { proven: true };
      }
      block = orthonormalOutside([deflated, search], image).q;
    }
    return { proven: false };
  });
}

/**
 * A bound that a Beta(b/2, (n − b)/2) variable exceeds except with probability CHANCE: with M = (n − b)/2 and b = 8 its
 * distribution function at t is at most t⁴ (M + 3)⁴ / 24.
 */
function leastShare(n: number): number {
  return (24 * CHANCE) ** 0.25 / ((n - BLOCK) / 2 + 3);
}

/** The largest x with x T_s(1 + 2 x)² ≤ 1 / share. */
function excess(steps: number, share: number): number {
  const reaches = (x: number): boolean => x * Math.cosh(steps * Math.acosh(1 + 2 * x)) ** 2 > 1 / share;
  let [low, high] = [0, 1];
  while (!reaches(high)) high *= 2;
  for (let i = 0; i < 60; i++) {
    const middle = (low + high) / 2;
    if (reaches(middle)) high = middle;
    else low = middle;
  }
  return high;
}

/** Standard normal n × BLOCK, the same in every call with the same purpose. */
function normals(n: number, purpose: string): Matrix {
  const random = stream('krylov', purpose, n);
  return matrix(
    n,
    BLOCK,
    Float64Array.from({ length: n * BLOCK }, () => random.normal()),
  );
}

function lastRows(a: Matrix, count: number): Matrix {
  return matrix(count, a.cols, a.data.slice((a.rows - count) * a.cols));
}

/** Lengths of the columns. */
function lengths(a: Matrix): Float64Array {
  const squares = new Float64Array(a.cols);
  for (let i = 0; i < a.data.length; i++) squares[i % a.cols] += a.data[i] ** 2;
  return squares.map(Math.sqrt);
}
