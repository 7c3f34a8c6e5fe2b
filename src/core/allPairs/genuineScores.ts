/** Scores of all pairs of vectors of the same subject. */
import { gramOfRows, matrix } from '../linalg/index.ts';
import { InvalidInputError } from '../methods/problems.ts';
import type { ScoredSet } from './vectorSet.ts';

/** Limit of genuine scores, which stay in memory: 8 bytes each, plus 16 for the counts between them. */
export const MOST_GENUINE = 2e7;

/** Distinct genuine scores, ascending, and the number of pairs with each. */
export interface GenuineScores {
  readonly values: Float64Array;
  readonly multiplicity: Uint32Array;
  readonly pairs: number;
}

/** Throws InvalidInputError if there is no genuine pair, or more than `MOST_GENUINE`. */
export function genuineScores({ length, data, labels, metric, norms }: ScoredSet): GenuineScores {
  const members = [...Map.groupBy(labels.keys(), (n) => labels[n]).values()];
  const pairs = members.reduce((sum, { length: size }) => sum + (size * (size - 1)) / 2, 0);
  if (pairs === 0) throw problem('no two vectors are of one subject: there is no genuine pair');
  if (pairs > MOST_GENUINE) throw problem(`expected at most ${MOST_GENUINE} genuine pairs, found ${pairs}`);
  const scores = new Float64Array(pairs);
  let offset = 0;
  for (const group of members) {
    if (group.length < 2) continue;
    const vectors = matrix(group.length, length);
    group.forEach((n, row) => vectors.data.set(data.subarray(n * length, (n + 1) * length), row * length));
    const products = gramOfRows(vectors).data;
    for (let i = 1; i < group.length; i++) {
      for (let j = 0; j < i; j++) {
        const product = products[i * group.length + j];
        scores[offset++] = metric === 'cosine' ? product : 2 * product - norms[group[i]] - norms[group[j]];
      }
    }
  }
  return distinct(scores.sort());
}

function distinct(sorted: Float64Array): GenuineScores {
  let count = 0;
  const values = new Float64Array(sorted.length);
  const multiplicity = new Uint32Array(sorted.length);
  for (const score of sorted) {
    if (count === 0 || score !== values[count - 1]) values[count++] = score;
    multiplicity[count - 1]++;
  }
  return { values: values.slice(0, count), multiplicity: multiplicity.slice(0, count), pairs: sorted.length };
}

function problem(message: string): InvalidInputError {
  return new InvalidInputError([{ path: 'labels', message }]);
}
