/**
 * Power of the corrected resampled t-test (Nadeau and Bengio 2003) for a design. Under its model, in which repeats
 * correlate by n_test/(n_train + n_test), the statistic has a noncentral t distribution with shift Δ / (s √(1/n +
 * n_test/n_train)): more repeats help only as far as n_test/n_train allows.
 */
import { noncentralTUpperTail } from '../stats/distributions/noncentralT.ts';
import { studentTUpperQuantile } from '../stats/distributions/studentT.ts';
import { normalQuantile } from '../stats/distributions/normal.ts';
import type { SplitDisagreement } from './pairTest.ts';

export interface Design {
  /** At least 2. */
  readonly repeats: number;
  /** n_test/n_train; 0: repeats are independent (the paired t-test). */
  readonly testToTrain: number;
  readonly alpha: number;
  readonly tails: 1 | 2;
}

/**
 * The observed mean difference, in standard deviations of the repeats' differences, above which the one-sided test over
 * this number of repeats is significant at α; `ratio`: n_test/n_train.
 */
export function requiredDifference(alpha: number, repeats: number, ratio: number): number {
  return studentTUpperQuantile(alpha, repeats - 1) * Math.sqrt(1 / repeats + ratio);
}

/** What `requiredDifference` approaches with any number of repeats. */
export function differenceLimit(alpha: number, ratio: number): number {
  return normalQuantile(1 - alpha) * Math.sqrt(ratio);
}

/** Upper limit of the search for a number of repeats. */
export const MOST_REPEATS = 100_000;

/** Probability that the test detects a difference of `effect` standard deviations of the repeats' differences. */
export function powerOf({ repeats, testToTrain, alpha, tails }: Design, effect: number): number {
  const df = repeats - 1;
  const bound = studentTUpperQuantile(alpha / tails, df);
  const shift = effect / Math.sqrt(1 / repeats + testToTrain);
  const beyond = noncentralTUpperTail(bound, df, shift);
  return tails === 1 ? beyond : beyond + noncentralTUpperTail(bound, df, -shift);
}

/** Smallest difference, in standard deviations of the repeats' differences, that is detected with this power. */
export function detectable(design: Design, power: number): number {
  let [low, high] = [0, 1];
  while (powerOf(design, high) < power) [low, high] = [high, 2 * high];
  for (let step = 0; step < 50; step++) {
    const middle = (low + high) / 2;
    if (powerOf(design, middle) < power) low = middle;
    else high = middle;
  }
  return high;
}

/** Minimum repeats that detect `effect` with this power; null if no number up to `MOST_REPEATS` does. */
export function repeatsFor(design: Omit<Design, 'repeats'>, effect: number, power: number): number | null {
  const suffices = (repeats: number): boolean => powerOf({ ...design, repeats }, effect) >= power;
  let high = 2;
  while (!suffices(high)) {
    if (high >= MOST_REPEATS) return null;
    high = Math.min(2 * high, MOST_REPEATS);
  }
  let low = Math.floor(high / 2);
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (middle < 2 || !suffices(middle)) low = middle;
    else high = middle;
  }
  return high;
}

/**
 * Test images that McNemar's two-sided test needs to detect a difference of error rates (percentage points) with this
 * power (Connor, Biometrics 43, 1987): (z_(α/2) √ψ + z_β √(ψ − δ²))² / δ², with the share ψ of images that only one of
 * the two gets wrong, as observed in a split. Null if ψ is below δ, as such a difference is impossible.
 */
export function imagesFor(
  { onlyFirstWrong, onlySecondWrong, tests }: SplitDisagreement,
  difference: number,
  alpha: number,
  wanted: number,
): number | null {
  const delta = Math.abs(difference) / 100;
  const share = (onlyFirstWrong + onlySecondWrong) / tests;
  if (delta === 0 || share < delta) return null;
  const bound = normalQuantile(1 - alpha / 2) * Math.sqrt(share);
  return Math.ceil(((bound + normalQuantile(wanted) * Math.sqrt(share - delta ** 2)) / delta) ** 2);
}
