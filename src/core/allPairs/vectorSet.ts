/** Vectors with their subjects, prepared for scoring all pairs. */
import { InvalidInputError } from '../methods/problems.ts';
import type { ReadRows, Rows } from '../linalg/index.ts';

/** Similarity of two vectors: cosine, or minus the squared Euclidean distance. */
export const PAIR_METRICS = ['cosine', 'euclidean'] as const;

export type PairMetric = (typeof PAIR_METRICS)[number];

export interface VectorSet extends Rows {
  /** Subject numbers, one per vector. */
  readonly labels: Int32Array;
}

interface Scored {
  readonly metric: PairMetric;
  /** Term that each vector subtracts from the score of a pair: ‖x‖² for the Euclidean metric, 0 for unit vectors. */
  readonly norms: Float64Array;
}

/** Vectors whose scores follow from inner products. */
export interface ScoredRows extends Rows, Scored {}

/** Same, without a copy of all vectors. */
export interface ScoredSource extends ReadRows, Scored {}

export type ScoredSet = ScoredRows & VectorSet;

/** Squares beyond this may sum to infinity. */
const LARGEST = 1e300;

/**
 * Writes the vectors to `data`, normalised to unit length for the cosine. Throws InvalidInputError for a vector that is
 * not finite or too large, and for the cosine of a zero vector.
 */
export function scoredRows(
  source: ArrayLike<number>,
  { count, length, metric, data }: Omit<ScoredRows, 'norms'>,
): ScoredRows {
  const { norms, factors } = scoring(source, { count, length, metric });
  readScaled(source, factors, length, 0, count, data, 0);
  return { count, length, data, metric, norms };
}

/** How vectors are scored. */
export interface Scoring {
  readonly norms: Float64Array<ArrayBuffer>;
  /** Factor of each vector. */
  readonly factors: Float64Array<ArrayBuffer>;
}

/** Throws as `scoredRows`. */
export function scoring(
  source: ArrayLike<number>,
  { count, length, metric }: Pick<ScoredRows, 'count' | 'length' | 'metric'>,
): Scoring {
  const norms = new Float64Array(count);
  const factors = new Float64Array(count).fill(1);
  for (let n = 0; n < count; n++) {
    const from = n * length;
    let square = 0;
    for (let i = from; i < from + length; i++) square += source[i] * source[i];
    if (!(square < LARGEST)) throw problem(`vector ${n} (from 0) holds a number that is not finite or too large`);
    if (metric === 'cosine' && square === 0) {
      throw problem(`vector ${n} (from 0) has length 0 and no cosine; use the Euclidean metric`);
    }
    if (metric === 'cosine') factors[n] = 1 / Math.sqrt(square);
    else norms[n] = square;
  }
  return { norms, factors };
}

/** Writes the vectors `from` … `to` − 1, each multiplied by its factor, to `target`, starting at `at`. */
export function readScaled(
  source: ArrayLike<number>,
  factors: Float64Array,
  length: number,
  from: number,
  to: number,
  target: Float64Array,
  at: number,
): void {
  const shift = at - from * length;
  for (let n = from; n < to; n++) {
    const factor = factors[n];
    for (let i = n * length; i < (n + 1) * length; i++) target[i + shift] = factor * source[i];
  }
}

function problem(message: string): InvalidInputError {
  return new InvalidInputError([{ path: 'data', message }]);
}
