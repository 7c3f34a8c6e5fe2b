/** Mean and spread of a sample. */

/** From the first value to the last. */
export function sum(values: Float64Array | readonly number[]): number {
  let total = 0;
  for (const value of values) total += value;
  return total;
}

/** Arithmetic mean, corrected once for rounding; of equal values that value. Throws RangeError for an empty sample. */
export function mean(values: ArrayLike<number>): number {
  const n = values.length;
  if (n === 0) throw new RangeError('mean: the sample is empty');
  if (allEqual(values)) return values[0];
  let sum = 0;
  for (let i = 0; i < n; i++) sum += values[i];
  const first = sum / n;
  let rest = 0;
  for (let i = 0; i < n; i++) rest += values[i] - first;
  return first + rest / n;
}

/**
 * Sample variance, divisor n − 1, from deviations (two passes); exactly 0 for equal values.
 * Throws RangeError below two values.
 */
export function sampleVariance(values: ArrayLike<number>): number {
  const n = values.length;
  if (n < 2) throw new RangeError(`sampleVariance: needs at least 2 values, found ${n}`);
  const centre = mean(values);
  if (allEqual(values)) return 0;
  let squares = 0;
  for (let i = 0; i < n; i++) squares += (values[i] - centre) ** 2;
  return squares / (n - 1);
}

/** Sample standard deviation, divisor n − 1. Throws RangeError below two values. */
export function sampleStd(values: ArrayLike<number>): number {
  return Math.sqrt(sampleVariance(values));
}

/**
 * The value that a share of the sample (0 … 1) is not above, linear between the order statistics; 0.5: the median.
 * Throws RangeError for an empty sample.
 */
export function quantile(values: ArrayLike<number>, share: number): number {
  if (values.length === 0) throw new RangeError('quantile: the sample is empty');
  const sorted = Float64Array.from(values).sort();
  const at = share * (sorted.length - 1);
  const below = Math.floor(at);
  return sorted[below] + (at - below) * (sorted[Math.ceil(at)] - sorted[below]);
}

function allEqual(values: ArrayLike<number>): boolean {
  for (let i = 1; i < values.length; i++) if (values[i] !== values[0]) return false;
  return true;
}
