/** Paired samples. */

/** x_i − y_i. Throws RangeError when the lengths differ. */
export function differences(x: ArrayLike<number>, y: ArrayLike<number>): Float64Array {
  if (x.length !== y.length) {
    throw new RangeError(`differences: paired samples of ${x.length} and ${y.length} values`);
  }
  return Float64Array.from({ length: x.length }, (_, i) => x[i] - y[i]);
}
