/** McNemar's test: two classifiers on the same test images of one split. */
import { fairCoinP } from './binomial.ts';
import { chiSquaredUpperTail } from './chiSquared.ts';
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

/** χ² = (|b − c| − 1)² / (b + c), one degree of freedom (two-sided, Edwards' correction). null without disagreement. */
export function mcnemarChiSquared(counts: Disagreement): TestResult | null {
  const n = counts.onlyFirstWrong + counts.onlySecondWrong;
  if (n === 0) return null;
  const excess = Math.max(0, Math.abs(counts.onlyFirstWrong - counts.onlySecondWrong) - 1);
  const statistic = excess ** 2 / n;
  return { statistic, df: 1, p: chiSquaredUpperTail(statistic, 1) };
}
