/** Confidence intervals from Student's t. */
import { mean, sampleVariance } from './describe.ts';
import { studentTUpperQuantile } from './studentT.ts';

export interface Interval {
  readonly low: number;
  readonly high: number;
}

/**
 * Interval of the mean of a sample (for a difference of methods: of the paired differences) at a confidence level
 * such as 0.95. `testToTrain` = n_test/n_train widens it for resampled splits (Nadeau and Bengio).
 * null below two values; a sample without spread gives an interval of length 0.
 */
export function meanInterval(values: ArrayLike<number>, level: number, testToTrain = 0): Interval | null {
  const n = values.length;
  if (n < 2) return null;
  const reach =
    studentTUpperQuantile((1 - level) / 2, n - 1) * Math.sqrt((1 / n + testToTrain) * sampleVariance(values));
  const centre = mean(values);
  return { low: centre - reach, high: centre + reach };
}
