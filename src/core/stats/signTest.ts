/** Sign test of paired samples. */
import { fairCoinP } from './binomial.ts';
import { differences } from './pairs.ts';
import type { Alternative, TestResult } from './testResult.ts';

/**
 * The statistic is the number of positive differences x_i − y_i among those that are not 0, binomial with ½.
 * null when no pair differs; throws RangeError when the lengths differ.
 */
export function signTest(
  x: ArrayLike<number>,
  y: ArrayLike<number>,
  alternative: Alternative = 'two-sided',
): TestResult | null {
  const d = differences(x, y).filter((value) => value !== 0);
  if (d.length === 0) return null;
  const positive = d.filter((value) => value > 0).length;
  return { statistic: positive, df: null, p: fairCoinP(positive, d.length, alternative) };
}
