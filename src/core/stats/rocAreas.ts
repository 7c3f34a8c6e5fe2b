/** Areas under the ROC curves of two methods on the same comparisons, and tests of their difference. */
import type { Random } from '../random/stream.ts';
import { normalUpperTail } from './distributions/normal.ts';
import { subjectResampler, type ClaimedComparisons } from './subjectResampler.ts';
import { symmetricP, type TestOutcome } from './tests/testResult.ts';

/** Scores (or their ranks) of two methods for the comparisons of one split; larger means more alike. */
export interface ComparedScores extends ClaimedComparisons {
  readonly first: ArrayLike<number>;
  readonly second: ArrayLike<number>;
}

/**
 * The test of DeLong, DeLong and Clarke-Pearson (Biometrics 44, 1988), by the placements of every score among those of
 * the other kind; over several splits the mean difference, treating splits as independent. Two-sided; undefined below
 * two comparisons of a kind.
 */
export function delongTest(splits: readonly ComparedScores[]): TestOutcome {
  let [difference, variance] = [0, 0];
  for (const { first, second, genuine } of splits) {
    const [x, y] = [first, second].map((scores) => placements(scores, genuine));
    for (const kind of [1, 0]) {
      const placementDifferences: number[] = [];
      for (let i = 0; i < genuine.length; i++) if (genuine[i] === kind) placementDifferences.push(x[i] - y[i]);
      if (placementDifferences.length < 2) return 'too few repeats';
      const centre = placementDifferences.reduce((sum, value) => sum + value, 0) / placementDifferences.length;
      const squares = placementDifferences.reduce((sum, value) => sum + (value - centre) ** 2, 0);
      variance += squares / (placementDifferences.length - 1) / placementDifferences.length;
      if (kind === 1) difference += centre;
    }
  }
  if (splits.length === 0) return 'too few repeats';
  if (variance === 0) return difference === 0 ? 'no difference' : 'no spread';
  const statistic = difference / Math.sqrt(variance);
  return { statistic, df: null, p: symmetricP(statistic, 'two-sided', normalUpperTail) };
}

/**
 * For every genuine score the share of impostors below it, for every impostor score the share of genuine scores above
 * it; ties count half.
 */
export function placements(scores: ArrayLike<number>, genuine: ArrayLike<number>): Float64Array {
  const order = ascending(scores);
  const total = [0, 0];
  for (let i = 0; i < genuine.length; i++) total[genuine[i]]++;
  const result = new Float64Array(scores.length);
  const below = [0, 0];
  for (let from = 0; from < order.length;) {
    let to = from;
    const here = [0, 0];
    for (; to < order.length && scores[order[to]] === scores[order[from]]; to++) here[genuine[order[to]]]++;
    for (let position = from; position < to; position++) {
      const kind = genuine[order[position]];
      const other = 1 - kind;
      const smaller = (below[other] + here[other] / 2) / total[other];
      result[order[position]] = kind === 1 ? smaller : 1 - smaller;
    }
    below[0] += here[0];
    below[1] += here[1];
    from = to;
  }
  return result;
}

/** Number of bootstrap resamples; counting the observed sample, p is a multiple of 1e-3. */
export const RESAMPLES = 999;

/**
 * Bootstrap test with `subjectResampler`. The statistic is the mean difference of the areas over the splits; p is twice
 * the smaller share of resamples on either side of 0.
 */
export function subjectBootstrapTest(splits: readonly ComparedScores[], random: Random): TestOutcome {
  if (splits.length === 0) return 'too few repeats';
  const resampler = subjectResampler(splits);
  if (!resampler.enough) return 'too few repeats';
  const prepared = splits.map(({ first, second, genuine }) => ({
    genuine,
    orders: [first, second].map((scores) => ({ scores, order: ascending(scores) })),
  }));
  const differenceOf = (): number => {
    let sum = 0;
    prepared.forEach(({ genuine, orders }, split) => {
      const [a, b] = orders.map(({ scores, order }) => weightedArea(scores, order, genuine, resampler.weights[split]));
      // A draw that lacks either kind has no area; skip it.
      if (!Number.isNaN(a - b)) sum += a - b;
    });
    return sum / prepared.length;
  };
  const statistic = differenceOf();
  let [below, above] = [0, 0];
  for (let draw = 0; draw < RESAMPLES; draw++) {
    resampler.draw(random);
    const value = differenceOf();
    if (value <= 0) below++;
    if (value >= 0) above++;
  }
  if (below === RESAMPLES && above === RESAMPLES) return 'no difference';
  return { statistic, df: null, p: Math.min(1, (2 * (1 + Math.min(below, above))) / (1 + RESAMPLES)) };
}

/** Area of weighted scores; NaN without weight on either kind. */
function weightedArea(
  scores: ArrayLike<number>,
  order: Int32Array,
  genuine: ArrayLike<number>,
  weights: Float64Array,
): number {
  let [area, below, genuineWeight] = [0, 0, 0];
  for (let from = 0; from < order.length;) {
    let to = from;
    let [here, alike] = [0, 0];
    for (; to < order.length && scores[order[to]] === scores[order[from]]; to++) {
      if (genuine[order[to]] === 1) alike += weights[order[to]];
      else here += weights[order[to]];
    }
    area += alike * (below + here / 2);
    below += here;
    genuineWeight += alike;
    from = to;
  }
  return area / (genuineWeight * below);
}

/**
 * The rate at which false acceptance equals false rejection, by linear interpolation between two thresholds: `accepted`
 * and `rejected` at the stricter, `acceptedNext` and `rejectedNext` at the looser one, where it is reached.
 */
export function equalErrorRate(accepted: number, rejected: number, acceptedNext: number, rejectedNext: number): number {
  const [gap, left] = [rejected - accepted, acceptedNext - rejectedNext];
  return accepted + (gap / (gap + left)) * (acceptedNext - accepted);
}

function ascending(scores: ArrayLike<number>): Int32Array {
  return Int32Array.from({ length: scores.length }, (_, i) => i).sort((a, b) => scores[a] - scores[b]);
}
