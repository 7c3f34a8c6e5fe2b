/**
 * Symmetric eigenproblems. Only the lower triangle of an input is read. Values come in descending order, vectors as
 * columns in the same order; the entry of largest magnitude of every vector (the first among equals) is positive.
 */
import {
  gramOfColumns,
  scatterOf,
  scatterAt,
  multiply,
  requireSameShape,
  requireSquare,
  scaleColumns,
  trace,
  powerOfTwoAbove,
} from '../products.ts';
import { cholesky, solveLower, solveLowerTransposed } from './cholesky.ts';
import { kernels, LOWER, read, separateKernels, withScratch, write, type Kernels } from '../kernels/kernels.ts';
import { load } from '../loadedFactor.ts';
import { type Eigen, matrix, transpose, type Matrix, type MatrixStack } from '../matrix.ts';
import { leadingByKrylov, suitsKrylov } from './krylov.ts';
import { krylovPairs, type Operator } from './krylovPairs.ts';

/** Order above which operators pay off: smaller matrices are formed and reduced in less than half a second. */
const LEAST_OPERATOR = 1000;

/** All eigenpairs of a symmetric n × n matrix. Throws RangeError if it is not square or not finite. */
export function symmetricEigen(a: Matrix): Eigen {
  requireSquare('symmetricEigen', a);
  return decompose(a, a.rows);
}

/**
 * The k leading (algebraically largest) eigenpairs, the first k of symmetricEigen up to rounding. Saves most of the
 * work on vectors for k ≪ n, and for n ≥ 400 and n ≥ 32 k most of the reduction too if the spectrum allows it. Throws
 * RangeError unless 0 ≤ k ≤ n.
 */
export function leadingEigen(a: Matrix, k: number): Eigen {
  requireSquare('leadingEigen', a);
  if (!Number.isInteger(k) || k < 0 || k > a.rows) throw new RangeError(`leadingEigen: k = ${k} of ${a.rows}`);
  if (suitsKrylov(a.rows, k)) {
    const factor = powerOfTwoAbove(largestOfLowerTriangle(a));
    const eigen = leadingByKrylov(a, 1 / factor, k, symmetricEigen);
    if (eigen) {
      fixColumnSigns(eigen.vectors);
      return { values: eigen.values.map((value) => value * factor), vectors: eigen.vectors };
    }
  }
  return decompose(a, k);
}

/**
 * The k leading eigenpairs of a positive semi-definite operator of order n ≥ 1000 and n ≥ 32 k, from its products with
 * a few vectors. null if they do not converge or cannot be proven to lead; forming the matrix is better then.
 */
export function leadingOfOperator(operator: Operator, k: number): Eigen | null {
  const eigen = krylovPairs(operator, k, decompose);
  if (eigen) fixColumnSigns(eigen.vectors);
  return eigen;
}

/** Whether `leadingOfOperator` suits k pairs of order n. */
export function suitsOperator(n: number, k: number): boolean {
  return n >= LEAST_OPERATOR && suitsKrylov(n, k);
}

/** Minimum kernel memory of leadingEigen in squares of order n: the work and scratch matrices. */
export function leadingEigenSquares(n: number, k: number): number {
  return suitsKrylov(n, k) ? 1 : 4;
}

/**
 * A v = λ B v for symmetric A and symmetric positive definite B, with Vᵀ B V = I, by B = L Lᵀ and the eigenproblem of
 * L⁻¹ A L⁻ᵀ; the `count` leading pairs, by default all. Throws NotPositiveDefiniteError if B is not positive definite.
 */
export function generalisedEigen(a: Matrix, b: Matrix, count = a.rows): Eigen {
  requireSquare('generalisedEigen', a);
  requireSameShape('generalisedEigen', a, b);
  const n = a.rows;
  const { lower } = cholesky(b);
  const full = matrix(n, n);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j <= i; j++) {
      full.data[i * n + j] = a.data[i * n + j];
      full.data[j * n + i] = a.data[i * n + j];
    }
  }
  const reduced = solveLower(lower, transpose(solveLower(lower, full)));
  const { values, vectors } = leadingEigen(reduced, count);
  const solved = solveLowerTransposed(lower, vectors);
  fixColumnSigns(solved);
  return { values, vectors: solved };
}

/**
 * The Moore–Penrose inverse of a symmetric matrix. Rank rule: eigenvalues with |λ| ≤ tolerance · max|λ| count as zero.
 * @param tolerance relative; default n · 2⁻⁵² (the rule of LAPACK-based packages for an n × n matrix)
 */
export function symmetricPseudoInverse(a: Matrix, tolerance: number = a.rows * Number.EPSILON): Matrix {
  const { values, vectors } = symmetricEigen(a);
  const cut = tolerance * spectralRadius(values);
  const inverse = values.map((value) => (Math.abs(value) > cut ? 1 / value : 0));
  return symmetrised(multiply(scaleColumns(vectors, inverse), vectors, { transposeB: true }));
}

/**
 * The symmetric positive semi-definite square root. Eigenvalues in [−n ε max|λ|, 0) count as rounding and become zero.
 * Throws RangeError for a matrix with a negative eigenvalue beyond that.
 */
export function symmetricSquareRoot(a: Matrix): Matrix {
  const { values, vectors } = symmetricEigen(a);
  const slack = a.rows * Number.EPSILON * spectralRadius(values);
  const smallest = values.length === 0 ? 0 : values[values.length - 1];
  if (smallest < -slack) {
    throw new RangeError(`symmetricSquareRoot: the matrix is indefinite (smallest eigenvalue ${smallest})`);
  }
  const roots = values.map((value) => Math.sqrt(Math.max(value, 0)));
  return symmetrised(multiply(scaleColumns(vectors, roots), vectors, { transposeB: true }));
}

/** Makes the entry of largest magnitude of every column positive, in place. */
export function fixColumnSigns(vectors: Matrix): void {
  const signs = columnSigns(vectors);
  for (let i = 0, at = 0; i < vectors.rows; i++) {
    for (let j = 0; j < vectors.cols; j++, at++) vectors.data[at] *= signs[j];
  }
}

/** The sign of the entry of largest magnitude of every column, the first among equals; 1 for zero columns. */
export function columnSigns(vectors: Matrix): Float64Array {
  return Float64Array.from({ length: vectors.cols }, (_, j) => {
    let best = 0;
    for (let at = j; at < vectors.data.length; at += vectors.cols) {
      if (Math.abs(vectors.data[at]) > Math.abs(best)) best = vectors.data[at];
    }
    return best < 0 ? -1 : 1;
  });
}

function largestOfLowerTriangle(a: Matrix): number {
  let largest = 0;
  for (let i = 0; i < a.rows; i++) {
    for (let j = 0; j <= i; j++) {
      const magnitude = Math.abs(a.data[i * a.cols + j]);
      if (!Number.isFinite(magnitude)) throw new RangeError(`symmetricEigen: entry (${i}, ${j}) is not finite`);
      if (magnitude > largest) largest = magnitude;
    }
  }
  return largest;
}

/**
 * Order from which a decomposition uses a separate memory; its four squares take 64 MiB there. For 64 × 64 pixels they
 * take 512 MiB, which the thread would otherwise keep.
 */
const SEPARATE = 1448;

function kernelsFor(n: number): Kernels {
  return n < SEPARATE ? kernels() : separateKernels();
}

function decompose(a: Matrix, count: number): Eigen {
  const n = a.rows;
  const factor = powerOfTwoAbove(largestOfLowerTriangle(a));
  const engine = kernelsFor(n);
  const { arena } = engine;
  return withScratch(arena, (take) => {
    const work = take(n * n);
    const target = arena.values;
    // Dividing by a power of two changes no bit of a normal number and keeps squares far from overflow.
    for (let i = 0, at = work / 8; i < n * n; i++) target[at + i] = a.data[i] / factor;
    return eigenAt(engine, take, n, work, factor, count);
  });
}

/** Decomposes `factor` times the n × n matrix at the address `work`, which is destroyed. */
function eigenAt(
  { run, arena }: Kernels,
  take: (count: number) => number,
  n: number,
  work: number,
  factor: number,
  count: number,
): Eigen {
  const values = take(count);
  const scratch = take(run.eigenScratch(n));
  // Written last, over the first square of the scratch memory, which is no longer needed.
  const vectors = scratch;
  if (n > 0 && run.symmetricEigen(n, work, count, values, vectors, scratch) !== 0) {
    throw new Error('symmetricEigen: the QL iteration did not converge');
  }
  return {
    values: read(arena, values, count).map((value) => value * factor),
    vectors: matrix(n, count, read(arena, vectors, n * count)),
  };
}

/**
 * The leading `k` eigenpairs of scatterOf(stack, mean), with its trace. The matrix stays in kernel memory: for 64 × 64
 * pixels it takes 128 MiB.
 */
export function leadingEigenOfScatter(stack: MatrixStack, mean: Matrix, k: number): Eigen & { readonly trace: number } {
  const n = stack.rows * stack.cols;
  if (suitsKrylov(n, k)) {
    const sum = scatterOf(stack, mean);
    return { ...leadingEigen(sum, k), trace: trace(sum) };
  }
  const engine = kernelsFor(n);
  const { arena } = engine;
  return withScratch(arena, (take) => {
    const work = scatterAt(engine, take, stack, mean);
    const entries = arena.values.subarray(work / 8, work / 8 + n * n);
    const factor = powerOfTwoAbove(largestOfLowerTriangle(matrix(n, n, entries)));
    let total = 0;
    for (let i = 0; i < n; i++) total += entries[i * n + i];
    for (let i = 0; i < entries.length; i++) entries[i] /= factor;
    return { ...eigenAt(engine, take, n, work, factor, k), trace: total };
  });
}

/** Smallest pivot of a scatter matrix, as a share of its mean diagonal, that leaves solutions their digits. */
const LEAST_PIVOT = 1e-10;

/**
 * The k leading solutions of Mᵀ M v = λ S v, with Vᵀ S V = I, for S = scatterOf(stack, mean) of order n and M of m
 * rows, m ≤ n: S = L Lᵀ and the leading pairs of the m × m matrix M L⁻ᵀ L⁻¹ Mᵀ, without any eigenproblem of order n. S
 * stays in kernel memory. null if S is singular to rounding.
 */
export function leadingRatiosOfScatter(stack: MatrixStack, mean: Matrix, m: Matrix, k: number): Eigen | null {
  const n = stack.rows * stack.cols;
  const engine = kernelsFor(n);
  const { run, arena } = engine;
  return withScratch(arena, (take) => {
    const lower = scatterAt(engine, take, stack, mean);
    const diagonal = (): number[] => Array.from({ length: n }, (_, i) => arena.values[lower / 8 + i * (n + 1)]);
    const least = (LEAST_PIVOT * diagonal().reduce((sum, value) => sum + value, 0)) / n;
    if (run.cholesky(n, lower) >= 0 || diagonal().some((root) => root * root < least)) return null;
    return leadingRatiosAt(engine, take, lower, m, k);
  });
}

/**
 * The k leading solutions of Mᵀ M v = λ B v, with Vᵀ B V = I, for positive definite B of order n and M of m rows,
 * m ≤ n, in the same way, or by generalisedEigen if some of their λ are 0. Throws NotPositiveDefiniteError if B is not
 * positive definite.
 */
export function leadingRatios(m: Matrix, b: Matrix, k: number): Eigen {
  requireSquare('leadingRatios', b);
  const { lower } = cholesky(b);
  const engine = kernelsFor(b.rows);
  const pairs = withScratch(engine.arena, (take) => leadingRatiosAt(engine, take, load(engine, take, lower), m, k));
  const { values } = pairs;
  const isRegular = k === 0 || values[k - 1] > b.rows * Number.EPSILON * values[0];
  return isRegular ? pairs : generalisedEigen(gramOfColumns(m), b, k);
}

/** The same for the Cholesky factor at the address `lower`, of the order of M's rows. */
function leadingRatiosAt(
  { run, arena }: Kernels,
  take: (count: number) => number,
  lower: number,
  m: Matrix,
  k: number,
): Eigen {
  const n = m.cols;
  /** L⁻¹ Mᵀ, n × m. */
  const solved = take(n * m.rows);
  const small = take(m.rows * m.rows);
  write(arena, solved, transpose(m).data);
  run.solveLower(n, m.rows, lower, solved);
  run.gemm(m.rows, m.rows, n, 1, solved, 1, m.rows, 0, solved, 1, m.rows, 0, small, m.rows, LOWER);
  const pairs = leadingEigen(matrix(m.rows, m.rows, read(arena, small, m.rows * m.rows)), k);
  const w = multiply(
    matrix(n, m.rows, read(arena, solved, n * m.rows)),
    scaleColumns(
      pairs.vectors,
      pairs.values.map((value) => (value > 0 ? 1 / Math.sqrt(value) : 0)),
    ),
  );
  const axes = take(n * k);
  write(arena, axes, w.data);
  run.solveLowerTransposed(n, k, lower, axes);
  const vectors = matrix(n, k, read(arena, axes, n * k));
  fixColumnSigns(vectors);
  return { values: pairs.values, vectors };
}

function spectralRadius(values: Float64Array): number {
  return values.length === 0 ? 0 : Math.max(Math.abs(values[0]), Math.abs(values[values.length - 1]));
}

function symmetrised(a: Matrix): Matrix {
  for (let i = 0; i < a.rows; i++) {
    for (let j = 0; j < i; j++) {
      const mean = 0.5 * (a.data[i * a.cols + j] + a.data[j * a.cols + i]);
      a.data[i * a.cols + j] = mean;
      a.data[j * a.cols + i] = mean;
    }
  }
  return a;
}
