/** Confidence intervals from Student's t. */
import { mean, sampleVariance } from './describe.ts';
import { studentTUpperQuantile } from './distributions/studentT.ts';
import type { TestUnavailable } from './tests/testResult.ts';

export interface Interval {
  readonly low: number;
  readonly high: number;
}

/**
 * Interval of the mean of a sample (for a difference of methods: of the paired differences) at a confidence level
 * such as 0.95. `testToTrain` = n_test/n_train widens it for resampled splits (Nadeau and Bengio).
 * Undefined below two values or if all are equal: an interval of length 0 would claim certainty.
 */
export function meanInterval(values: ArrayLike<number>, level: number, testToTrain = 0): Interval | TestUnavailable {
  const n = values.length;
  if (n < 2) return 'too few repeats';
  const variance = sampleVariance(values);
  if (variance === 0) return 'no spread';
  const reach = studentTUpperQuantile((1 - level) / 2, n - 1) * Math.sqrt((1 / n + testToTrain) * variance);
  const centre = mean(values);
  return { low: centre - reach, high: centre + reach };
}
