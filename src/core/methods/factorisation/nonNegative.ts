/** Factorisation of non-negative rows, X ≈ H Bᵀ with H ≥ 0 and B ≥ 0, and codes for given parts. */
import {
  descendedRows,
  gramOfColumns,
  matrix,
  MOST_DESCENDED,
  multiply,
  scaleColumns,
  symmetricEigen,
  type Matrix,
  forEachPart,
} from '../../linalg/index.ts';
import type { Random } from '../../random/stream.ts';
import { stopRule, iterateToConvergence, type Ascent } from '../bilinear/iteration/iteration.ts';
import { type FitContext, type Objective, type Parameter, FitError } from '../method.ts';
import { stopParameters } from '../probabilisticSettings.ts';
import { residentRows } from '../vector/residentRows.ts';
import type { SettingsOf } from '../typedSettings.ts';
import type { ImageSet } from '../../images/imageSet.ts';

/**
 * Rounds of descent per product with the images, which costs more than all of them (Gillis, Glineur 2012). Three to a
 * tolerance of 1e-6 take a third of the iterations of one to 1e-7, with the same errors on ORL, Yale and AR.
 */
const ROUNDS = 3;

/**
 * Three rounds of coordinate descent on ‖X − H Bᵀ‖² over H ≥ 0, every entry at its optimum in turn (HALS; Cichocki,
 * Phan 2009): h_ij ← max(0, h_ij + ((X B)_ij − (H BᵀB)_ij) / (BᵀB)_jj).
 * @param crossed X B, T × q
 * @param gram BᵀB, q × q
 */
export function descend(h: Matrix, crossed: Matrix, gram: Matrix): Matrix {
  if (h.cols <= MOST_DESCENDED) return descendedRows(h, crossed, gram, ROUNDS);
  const result = matrix(h.rows, h.cols, h.data.slice());
  for (let i = 0; i < h.rows; i++) {
    for (let r = 0; r < ROUNDS; r++) descendRow(result.data, crossed.data, gram.data, i * h.cols, h.cols);
  }
  return result;
}

/** One round over the q entries starting at `at`; returns the largest change. */
function descendRow(h: Float64Array, crossed: Float64Array, gram: Float64Array, at: number, q: number): number {
  let largest = 0;
  for (let j = 0; j < q; j++) {
    const curvature = gram[j * (q + 1)];
    if (curvature === 0) continue;
    let slope = crossed[at + j];
    for (let k = 0; k < q; k++) slope -= h[at + k] * gram[j * q + k];
    const next = Math.max(0, h[at + j] + slope / curvature);
    largest = Math.max(largest, Math.abs(next - h[at + j]));
    h[at + j] = next;
  }
  return largest;
}

/** Rounds repeat until no entry moves by more than this share of the largest. */
const SETTLED = 1e-10;
const MOST_ROUNDS = 2000;

/**
 * The non-negative codes H that minimise ‖X − H Bᵀ‖² for given parts. The problem is convex, so a code depends on its
 * image alone.
 * @param crossed X B, T × q
 * @param gram BᵀB, q × q
 */
export function nonNegativeCodes(crossed: Matrix, gram: Matrix): Matrix {
  const { rows, cols } = crossed;
  const h = matrix(rows, cols);
  for (let i = 0; i < rows; i++) {
    const at = i * cols;
    for (let round = 0; round < MOST_ROUNDS; round++) {
      const change = descendRow(h.data, crossed.data, gram.data, at, cols);
      if (change <= SETTLED * Math.max(...h.data.subarray(at, at + cols))) break;
    }
  }
  return h;
}

export const nonNegativeParameters = [
  {
    name: 'algorithm',
    title: 'Algorithm',
    help: 'HALS: coordinate descent, one part after another. Multiplicative: the updates of Lee and Seung, to the same kind of optimum in many more iterations.',
    kind: 'choice',
    default: 'hals',
    source: { neutral: 'both go to the same kind of optimum' },
    choices: [
      { value: 'hals', title: 'HALS (coordinate descent)' },
      { value: 'multiplicative', title: 'Multiplicative updates' },
    ],
  },
  {
    name: 'start',
    title: 'Start',
    help: 'SVD: positive parts of the singular vectors, zeros filled with the mean (NNDSVDa, Boutsidis and Gallopoulos 2008), without chance. Random: absolute values of normal numbers.',
    kind: 'choice',
    default: 'svd',
    source: { measured: 'nmf.start' },
    choices: [
      { value: 'svd', title: 'SVD' },
      { value: 'random', title: 'Random' },
    ],
  },
  ...stopParameters(
    { tolerance: 1e-6, maxIterations: 500, measured: 'errors on ORL, Yale and AR are those of smaller ones' },
    'The natural scale is the mean squared norm of an image.',
  ),
] as const satisfies readonly Parameter[];

export type NonNegativeSettings = SettingsOf<typeof nonNegativeParameters>;

export interface Parts {
  /** B, d × q, columns of unit length. */
  readonly basis: Matrix;
  readonly facts: ReturnType<typeof iterateToConvergence>;
  /** The objective at the start. */
  readonly before: number;
}

/** The rows to factorise, with the data shared by all numbers of parts. */
export interface NonNegativeRows {
  readonly parts: (q: number, settings: NonNegativeSettings, context: FitContext) => Parts;
  readonly release: () => void;
}

/**
 * Rows to factorise. The objective is ‖X − H Bᵀ‖² / `count`; it never rises.
 * @param x non-negative, T × d
 * @param count number of images that the rows belong to
 */
export function nonNegativeRows(title: string, x: Matrix, count: number, objective: Objective): NonNegativeRows {
  const resident = residentRows(x);
  const mean = x.data.reduce((sum, value) => sum + value, 0) / x.data.length;
  let singular: Singular | null = null;
  return {
    parts(q, settings, context) {
      if (settings.start !== 'random') singular ??= singularVectors(x);
      let { h, b } =
        settings.start === 'random' ? randomStart(x, q, mean, context.random) : svdStart(singular!, q, mean);
      const multiplicative = settings.algorithm === 'multiplicative';
      const error = (crossed: Matrix): number => {
        const [left, right] = [gramOfColumns(h), gramOfColumns(b)];
        let sum = resident.energy;
        for (let at = 0; at < b.data.length; at++) sum -= 2 * crossed.data[at] * b.data[at];
        for (let at = 0; at < left.data.length; at++) sum += left.data[at] * right.data[at];
        return Math.max(0, sum) / count;
      };
      const improved = multiplicative ? multiplied : descend;
      const before = error(resident.transposedTimes(h));
      const rule: Ascent = { title, objective, scale: resident.energy / count, start: before, ...stopRule(settings) };
      const facts = iterateToConvergence(rule, context, () => {
        h = improved(h, resident.times(b), gramOfColumns(b));
        const crossed = resident.transposedTimes(h);
        b = improved(b, crossed, gramOfColumns(h));
        return error(crossed);
      });
      return { basis: unitColumns(b), facts, before };
    },
    release: resident.release,
  };
}

/** H ∘ (X B) / (H BᵀB): the update of Lee and Seung 2001, which never raises the error. */
function multiplied(h: Matrix, crossed: Matrix, gram: Matrix): Matrix {
  const below = multiply(h, gram);
  const data = h.data.map((value, at) =>
    value === 0 || crossed.data[at] <= 0 ? 0 : (value * crossed.data[at]) / below.data[at],
  );
  return matrix(h.rows, h.cols, data);
}

/** Unused parts stay zero. */
function unitColumns(b: Matrix): Matrix {
  const squares = new Float64Array(b.cols);
  b.data.forEach((value, at) => (squares[at % b.cols] += value * value));
  return scaleColumns(
    b,
    squares.map((square) => (square > 0 ? 1 / Math.sqrt(square) : 0)),
  );
}

interface Singular {
  /** T × r. */
  readonly u: Matrix;
  readonly values: Float64Array;
  /** d × r. */
  readonly v: Matrix;
}

/** By the smaller of the two products of X with itself. */
function singularVectors(x: Matrix): Singular {
  const wide = x.cols > x.rows;
  const gram = wide ? multiply(x, x, { transposeB: true }) : gramOfColumns(x);
  const eigen = symmetricEigen(gram);
  const cut = Math.max(x.rows, x.cols) * Number.EPSILON * eigen.values[0];
  const values = eigen.values.map((value) => (value > cut ? Math.sqrt(value) : 0));
  const inverse = values.map((value) => (value > 0 ? 1 / value : 0));
  const other = scaleColumns(multiply(x, eigen.vectors, { transposeA: wide }), inverse);
  return wide ? { u: eigen.vectors, values, v: other } : { u: other, values, v: eigen.vectors };
}

/** NNDSVDa: for every pair of singular vectors the positive or the negative parts, whichever are longer. */
function svdStart({ u, values, v }: Singular, q: number, mean: number): { h: Matrix; b: Matrix } {
  const [h, b] = [matrix(u.rows, q), matrix(v.rows, q)];
  for (let j = 0; j < q; j++) {
    const sides = [1, -1].map((sign) => ({ sign, u: positiveNorm(u, j, sign), v: positiveNorm(v, j, sign) }));
    const [plus, minus] = sides;
    const longer = plus.u * plus.v > minus.u * minus.v ? plus : minus;
    const size = longer.u * longer.v;
    const weight = size > 0 ? Math.sqrt(values[j] * size) : 0;
    const fill = (from: Matrix, to: Matrix, norm: number): void => {
      for (let i = 0; i < from.rows; i++) {
        const part = weight > 0 ? (weight * Math.max(0, longer.sign * from.data[i * from.cols + j])) / norm : 0;
        to.data[i * q + j] = part > 1e-6 * mean ? part : mean;
      }
    };
    fill(u, h, longer.u);
    fill(v, b, longer.v);
  }
  return { h, b };
}

function positiveNorm(a: Matrix, column: number, sign: number): number {
  let sum = 0;
  for (let i = 0; i < a.rows; i++) sum += Math.max(0, sign * a.data[i * a.cols + column]) ** 2;
  return Math.sqrt(sum);
}

function randomStart(x: Matrix, q: number, mean: number, random: Random): { h: Matrix; b: Matrix } {
  const size = Math.sqrt(mean / q);
  const draw = (rows: number) =>
    matrix(
      rows,
      q,
      Float64Array.from({ length: rows * q }, () => size * Math.abs(random.normal())),
    );
  return { h: draw(x.rows), b: draw(x.cols) };
}

/** Throws FitError naming the first pixel that is negative or missing, and for images that are entirely black. */
export function requireNonNegative(title: string, images: ImageSet): void {
  const { rows, cols } = images;
  let lit = false;
  forEachPart(images, (values, first) => {
    for (let at = 0; at < values.length; at++) {
      const value = values[at];
      if (value > 0) lit = true;
      if (value >= 0) continue;
      const pixel = at % (rows * cols);
      throw new FitError(
        `${title} needs grey values of 0 or more: found ${value} in training image ${first + Math.floor(at / (rows * cols)) + 1}, row ${Math.floor(pixel / cols) + 1}, column ${(pixel % cols) + 1}. Leave out what makes them negative or missing.`,
      );
    }
  });
  if (!lit) throw new FitError(`${title}: all training images are black.`);
}
