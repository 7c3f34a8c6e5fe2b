/**
 * What a design can show: the power of the corrected resampled t-test (Nadeau and Bengio 2003). Under its model,
 * repeats that correlate by n_test/(n_train + n_test), the statistic has a noncentral t distribution with shift
 * Δ / (s √(1/n + n_test/n_train)): more repeats help only as far as n_test/n_train lets them.
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

/** Repeats beyond which a search for more gives up. */
export const MOST_REPEATS = 100_000;

/** The probability that the test finds a difference of `effect` standard deviations of the repeats' differences. */
export function powerOf({ repeats, testToTrain, alpha, tails }: Design, effect: number): number {
  const df = repeats - 1;
  const bound = studentTUpperQuantile(alpha / tails, df);
  const shift = effect / Math.sqrt(1 / repeats + testToTrain);
  const beyond = noncentralTUpperTail(bound, df, shift);
  return tails === 1 ? beyond : beyond + noncentralTUpperTail(bound, df, -shift);
}

/** The smallest difference, in standard deviations of the repeats' differences, that is found with this power. */
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

/** The fewest repeats that find `effect` with this power; null where no number up to `MOST_REPEATS` does. */
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

// Test images that one split would need.

/**
 * Test images for McNemar's two-sided test to find a difference of error rates (percentage points) with this power
 * (Connor, Biometrics 43, 1987): (z_(α/2) √ψ + z_β √(ψ − δ²))² / δ², with the share ψ of images that only one of the
 * two gets wrong as it is in a split. Null where ψ is below δ, so that no such difference could be.
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
