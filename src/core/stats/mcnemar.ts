/** McNemar's test: two classifiers on the same test images of one split. */
import { fairCoinP } from './binomial.ts';
import type { Alternative, TestResult } from './testResult.ts';

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

/** Exact test: onlyFirstWrong is binomial with ½. null without disagreement. */
export function mcnemarExact(counts: Disagreement, alternative: Alternative = 'two-sided'): TestResult | null {
  const n = counts.onlyFirstWrong + counts.onlySecondWrong;
  if (n === 0) return null;
  return { statistic: counts.onlyFirstWrong, df: null, p: fairCoinP(counts.onlyFirstWrong, n, alternative) };
}
