/** McNemar's test: two classifiers on the same test images of one split. */
import { fairCoinP, fairCoinProbability } from '../distributions/binomial.ts';
import type { Alternative, TestOutcome } from './testResult.ts';

/** Test images that only one of two classifiers gets wrong. */
export interface Disagreement {
  readonly onlyFirstWrong: number;
  readonly onlySecondWrong: number;
}

/** Counts of disagreement from predicted and true labels of the same images. Throws RangeError for unequal lengths. */
export function disagreement(
  first: ArrayLike<number>,
  second: ArrayLike<number>,
  truth: ArrayLike<number>,
): Disagreement {
  if (first.length !== truth.length || second.length !== truth.length) {
    throw new RangeError(`disagreement: ${first.length}, ${second.length} and ${truth.length} labels`);
  }
  let onlyFirstWrong = 0;
  let onlySecondWrong = 0;
  for (let i = 0; i < truth.length; i++) {
    if (first[i] !== truth[i] && second[i] === truth[i]) onlyFirstWrong++;
    if (first[i] === truth[i] && second[i] !== truth[i]) onlySecondWrong++;
  }
  return { onlyFirstWrong, onlySecondWrong };
}

/** Exact test: onlyFirstWrong is binomial with ½. Undefined without disagreement. */
export function mcnemarExact(counts: Disagreement, alternative: Alternative = 'two-sided'): TestOutcome {
  const n = counts.onlyFirstWrong + counts.onlySecondWrong;
  if (n === 0) return 'no difference';
  return { statistic: counts.onlyFirstWrong, df: null, p: fairCoinP(counts.onlyFirstWrong, n, alternative) };
}

/**
 * The two-sided mid-p: outcomes as extreme as the observed one count with half their probability. The exact test
 * rejects too rarely because counts are coarse; mid-p holds α closely (Fagerland, Lydersen and Laake, BMC Medical
 * Research Methodology 13:91, 2013). Undefined without disagreement.
 */
export function mcnemarMidP({ onlyFirstWrong, onlySecondWrong }: Disagreement): TestOutcome {
  const n = onlyFirstWrong + onlySecondWrong;
  if (n === 0) return 'no difference';
  const exact = fairCoinP(onlyFirstWrong, n, 'two-sided');
  const point = fairCoinProbability(onlyFirstWrong, n);
  // Both tails contain the observed point; if these are the same point, half of it counts once.
  const p = onlyFirstWrong === onlySecondWrong ? 1 - point / 2 : Math.max(0, exact - point);
  return { statistic: onlyFirstWrong, df: null, p };
}
