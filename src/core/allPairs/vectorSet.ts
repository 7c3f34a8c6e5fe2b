/** Vectors with their subjects, made ready for scores of all their pairs. */
import { InvalidInputError } from '../methods/problems.ts';
import type { Rows } from '../linalg/index.ts';

/** How alike two vectors are: their cosine, or minus their squared Euclidean distance. */
export const PAIR_METRICS = ['cosine', 'euclidean'] as const;

export type PairMetric = (typeof PAIR_METRICS)[number];

export interface VectorSet extends Rows {
  /** Subject numbers, one per vector. */
  readonly labels: Int32Array;
}

/** Vectors whose scores follow from inner products. */
export interface ScoredRows extends Rows {
  readonly metric: PairMetric;
  /** What the score of a pair loses by each of its vectors: ‖x‖² for the Euclidean metric, 0 for unit vectors. */
  readonly norms: Float64Array;
}

export type ScoredSet = ScoredRows & VectorSet;

/** Squares beyond this may sum to infinity. */
const LARGEST = 1e300;

/**
 * Writes the vectors to `data`, for the cosine at unit length. Throws InvalidInputError for one that is not finite, too
 * large, or of no length where the cosine is asked for.
 */
export function scoredRows(
  source: ArrayLike<number>,
  { count, length, metric, data }: Omit<ScoredRows, 'norms'>,
): ScoredRows {
  const norms = new Float64Array(count);
  for (let n = 0; n < count; n++) {
    const from = n * length;
    let square = 0;
    for (let i = from; i < from + length; i++) square += source[i] * source[i];
    if (!(square < LARGEST)) throw problem(`vector ${n} (from 0) holds a number that is not finite or too large`);
    if (metric === 'cosine' && square === 0) {
      throw problem(`vector ${n} (from 0) has length 0 and no cosine; use the Euclidean metric`);
    }
    const factor = metric === 'cosine' ? 1 / Math.sqrt(square) : 1;
    for (let i = from; i < from + length; i++) data[i] = factor * source[i];
    norms[n] = metric === 'cosine' ? 0 : square;
  }
  return { count, length, data, metric, norms };
}

function problem(message: string): InvalidInputError {
  return new InvalidInputError([{ path: 'data', message }]);
}
