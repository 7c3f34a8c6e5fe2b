/**
 * Bayesian signed-rank test with a region of practical equivalence (Benavoli et al., ICML 2014; Benavoli et al., JMLR
 * 18, 2017): a Dirichlet process over the differences, of prior strength 0.5 with its pseudo-observation at 0.
 */
import { stream } from '../../random/stream.ts';
import type { RopeProbabilities } from './bayesianCorrelatedT.ts';
import type { TestUnavailable } from './testResult.ts';

/** Posterior draws: the standard error of a probability is at most 0.005. */
export const POSTERIOR_DRAWS = 10_000;

/**
 * Draws × (n + 1) weights, the first of each draw for the pseudo-observation: Dirichlet with parameters ½, 1, …, 1 up
 * to normalisation. The same n gives the same draws, so several tests of n differences can share them.
 */
export function signedRankDraws(n: number): Float64Array {
  const random = stream('bayesian-signed-rank', n);
  const weights = new Float64Array(POSTERIOR_DRAWS * (n + 1));
  for (let i = 0; i < weights.length; i++) {
    weights[i] = i % (n + 1) === 0 ? random.normal() ** 2 / 2 : -Math.log(1 - random.uniform());
  }
  return weights;
}

/**
 * The posterior probabilities that the most probable outcome for the mean of two randomly drawn differences is below
 * −rope, within ±rope or above rope. `rope` ≥ 0 is in the unit of the differences; its ends belong to the region.
 * `draws` come from `signedRankDraws` for the same number of differences. Undefined below two differences. Throws
 * RangeError for a negative rope or a wrong number of weights.
 */
export function bayesianSignedRank(
  differences: ArrayLike<number>,
  rope: number,
  draws: Float64Array = signedRankDraws(differences.length),
): RopeProbabilities | TestUnavailable {
  const size = differences.length + 1;
  if (!(rope >= 0)) throw new RangeError(`bayesianSignedRank: rope must be 0 or more, found ${rope}`);
  if (draws.length !== POSTERIOR_DRAWS * size) {
    throw new RangeError(`bayesianSignedRank: expected ${POSTERIOR_DRAWS * size} weights, found ${draws.length}`);
  }
  if (size < 3) return 'too few repeats';
  const points = [
    { value: 0, at: 0 },
    ...Array.from(differences)
      .sort((a, b) => a - b)
      .map((value, i) => ({ value, at: i + 1 })),
  ];
  points.sort((a, b) => a.value - b.value);
  const below = points.map(({ value }) => points.filter((other) => value + other.value < -2 * rope).length);
  const upTo = points.map(({ value }) => points.filter((other) => value + other.value <= 2 * rope).length);
  const counts = { less: 0, equivalent: 0, greater: 0 };
  const sums = new Float64Array(size + 1);
  for (let start = 0; start < draws.length; start += size) {
    points.forEach(({ at }, i) => (sums[i + 1] = sums[i] + draws[start + at]));
    const total = sums[size];
    let [less, greater] = [0, 0];
    for (let i = 0; i < size; i++) {
      const weight = sums[i + 1] - sums[i];
      less += weight * sums[below[i]];
      greater += weight * (total - sums[upTo[i]]);
    }
    const equivalent = total * total - less - greater;
    if (equivalent >= less && equivalent >= greater) counts.equivalent++;
    else if (less > greater) counts.less++;
    else counts.greater++;
  }
  return {
    less: counts.less / POSTERIOR_DRAWS,
    equivalent: counts.equivalent / POSTERIOR_DRAWS,
    greater: counts.greater / POSTERIOR_DRAWS,
  };
}
