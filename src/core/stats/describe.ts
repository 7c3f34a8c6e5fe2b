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
 * The quantile of a share from 0 to 1, by linear interpolation between the order statistics; 0.5 is the median. Throws
 * RangeError for an empty sample.
 */
export function quantile(values: ArrayLike<number>, share: number): number {
  if (values.length === 0) throw new RangeError('quantile: the sample is empty');
  const sorted = Float64Array.from(values).sort();
  const position = share * (sorted.length - 1);
  const below = Math.floor(position);
  return sorted[below] + (position - below) * (sorted[Math.ceil(position)] - sorted[below]);
}

function allEqual(values: ArrayLike<number>): boolean {
  for (let i = 1; i < values.length; i++) if (values[i] !== values[0]) return false;
  return true;
}

// Paired samples.

/** Differences closer than this many roundings of the values are treated as equal. */
const ROUNDINGS = 8;

/**
 * x_i − y_i of values that are not counts (for rates see `rateDifferences`). If all differences agree to within the
 * rounding of the values, they are made equal: 0.3 − 0.2 and 0.4 − 0.3 differ by 3e-17, which is not spread. Throws
 * RangeError if the lengths differ.
 */
export function differences(x: ArrayLike<number>, y: ArrayLike<number>): Float64Array {
  if (x.length !== y.length) {
    throw new RangeError(`differences: paired samples of ${x.length} and ${y.length} values`);
  }
  const result = Float64Array.from({ length: x.length }, (_, i) => x[i] - y[i]);
  let [low, high, size] = [Infinity, -Infinity, 0];
  result.forEach((difference, i) => {
    low = Math.min(low, difference);
    high = Math.max(high, difference);
    size = Math.max(size, Math.abs(x[i]), Math.abs(y[i]));
  });
  return high - low <= ROUNDINGS * Number.EPSILON * size ? result.fill(result[0]) : result;
}
