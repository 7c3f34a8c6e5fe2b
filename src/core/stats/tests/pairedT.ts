/** t-tests on the differences of paired samples: the ordinary test and the one for resampled splits. */
import { mean, sampleVariance } from '../describe.ts';
import { studentTUpperTail } from '../distributions/studentT.ts';
import { symmetricP, type Alternative, type TestOutcome } from './testResult.ts';

/** t = d̄ / (s_d / √n), df = n − 1, for differences d. Undefined below two differences or if all are equal. */
export function pairedT(d: ArrayLike<number>, alternative: Alternative = 'two-sided'): TestOutcome {
  return correctedResampledT(d, 0, alternative);
}

/**
 * Corrected resampled t-test (Nadeau and Bengio, Machine Learning 52, 2003): repeats of a random split share training
 * images, so the variance of the mean difference is estimated as (1/n + n_test/n_train) s_d², df = n − 1. Undefined
 * below two differences or if all are equal.
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

// Two-sample t-tests: with pooled variance (Student) and without (Welch).

/**
 * Equality of the means of two independent normal samples of equal variance:
 * t = (x̄ − ȳ) / (s √(1/n + 1/m)), s² = ((n − 1) s_x² + (m − 1) s_y²) / (n + m − 2), df = n + m − 2.
 * Undefined if a sample has fewer than two values or neither has spread.
 */
export function twoSampleT(
  x: ArrayLike<number>,
  y: ArrayLike<number>,
  alternative: Alternative = 'two-sided',
): TestOutcome {
  const n = x.length;
  const m = y.length;
  if (n < 2 || m < 2) return 'too few repeats';
  const df = n + m - 2;
  const pooled = ((n - 1) * sampleVariance(x) + (m - 1) * sampleVariance(y)) / df;
  if (pooled === 0) return 'no spread';
  const statistic = (mean(x) - mean(y)) / Math.sqrt(pooled * (1 / n + 1 / m));
  return { statistic, df, p: symmetricP(statistic, alternative, (t) => studentTUpperTail(t, df)) };
}

/**
 * Without the assumption of equal variances (Welch):
 * t = (x̄ − ȳ) / √(s_x²/n + s_y²/m) with the degrees of freedom of Welch and Satterthwaite.
 * Undefined if a sample has fewer than two values or neither has spread.
 */
export function welchT(
  x: ArrayLike<number>,
  y: ArrayLike<number>,
  alternative: Alternative = 'two-sided',
): TestOutcome {
  const n = x.length;
  const m = y.length;
  if (n < 2 || m < 2) return 'too few repeats';
  const a = sampleVariance(x) / n;
  const b = sampleVariance(y) / m;
  if (a + b === 0) return 'no spread';
  const df = (a + b) ** 2 / (a ** 2 / (n - 1) + b ** 2 / (m - 1));
  const statistic = (mean(x) - mean(y)) / Math.sqrt(a + b);
  return { statistic, df, p: symmetricP(statistic, alternative, (t) => studentTUpperTail(t, df)) };
}
