/** t-tests on the differences of paired samples: the ordinary one and the one for resampled splits. */
import { mean, sampleVariance } from './describe.ts';
import { differences } from './pairs.ts';
import { studentTUpperTail } from './studentT.ts';
import { ratio, symmetricP, type Alternative, type TestResult } from './testResult.ts';

/** t = d̄ / (s_d / √n), df = n − 1. null below two pairs; throws RangeError when the lengths differ. */
export function pairedT(
  x: ArrayLike<number>,
  y: ArrayLike<number>,
  alternative: Alternative = 'two-sided',
): TestResult | null {
  return correctedResampledT(x, y, 0, alternative);
}

/**
 * Corrected resampled t-test (Nadeau and Bengio, Machine Learning 52, 2003): repeats of a random split share training
 * images, so the variance of their mean is taken as (1/n + n_test/n_train) s_d², df = n − 1.
 * null below two pairs; throws RangeError when the lengths differ.
 */
export function correctedResampledT(
  x: ArrayLike<number>,
  y: ArrayLike<number>,
  testToTrain: number,
  alternative: Alternative = 'two-sided',
): TestResult | null {
  const d = differences(x, y);
  if (d.length < 2) return null;
  const df = d.length - 1;
  const statistic = ratio(mean(d), Math.sqrt((1 / d.length + testToTrain) * sampleVariance(d)));
  return { statistic, df, p: symmetricP(statistic, alternative, (t) => studentTUpperTail(t, df)) };
}
