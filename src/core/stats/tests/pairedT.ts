/** t-tests on the differences of paired samples: the ordinary one and the one for resampled splits. */
import { mean, sampleVariance } from '../describe.ts';
import { studentTUpperTail } from '../distributions/studentT.ts';
import { symmetricP, type Alternative, type TestOutcome } from './testResult.ts';

/** t = d̄ / (s_d / √n), df = n − 1, of the differences d. No answer below two of them, or if they are all equal. */
export function pairedT(d: ArrayLike<number>, alternative: Alternative = 'two-sided'): TestOutcome {
  return correctedResampledT(d, 0, alternative);
}

/**
 * Corrected resampled t-test (Nadeau and Bengio, Machine Learning 52, 2003): repeats of a random split share training
 * images, so the variance of the mean difference is taken as (1/n + n_test/n_train) s_d², df = n − 1.
 * No answer below two differences, or if they are all equal.
 */
export function correctedResampledT(
  d: ArrayLike<number>,
  testToTrain: number,
  alternative: Alternative = 'two-sided',
): TestOutcome {
  if (d.length < 2) return 'too few repeats';
  const variance = sampleVariance(d);
  if (variance === 0) return 'no spread';
  const df = d.length - 1;
  const statistic = mean(d) / Math.sqrt((1 / d.length + testToTrain) * variance);
  return { statistic, df, p: symmetricP(statistic, alternative, (t) => studentTUpperTail(t, df)) };
}
