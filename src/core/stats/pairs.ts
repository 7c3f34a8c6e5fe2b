/** Paired samples. */

/** Differences of doubles that lie closer than this many roundings of the values are the same. */
const ROUNDINGS = 8;

/**
 * x_i − y_i of numbers that are no counts (for rates see `rateDifferences`). Where all of them agree to within the
 * rounding of the values they are made equal: 0.3 − 0.2 and 0.4 − 0.3 differ by 3e-17, which is no spread.
 * Throws RangeError when the lengths differ.
 */
export function differences(x: ArrayLike<number>, y: ArrayLike<number>): Float64Array {
  if (x.length !== y.length) {
    throw new RangeError(`differences: paired samples of ${x.length} and ${y.length} values`);
  }
  const found = Float64Array.from({ length: x.length }, (_, i) => x[i] - y[i]);
  let [low, high, size] = [Infinity, -Infinity, 0];
  found.forEach((difference, i) => {
    low = Math.min(low, difference);
    high = Math.max(high, difference);
    size = Math.max(size, Math.abs(x[i]), Math.abs(y[i]));
  });
  return high - low <= ROUNDINGS * Number.EPSILON * size ? found.fill(found[0]) : found;
}
