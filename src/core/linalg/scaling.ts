/** Scaling by powers of two, which changes no bit of a normal number and keeps squares far from overflow. */

/** The smallest power of two ≥ x, between 2⁻¹⁰²² and 2¹⁰²²; 1 for x = 0. Its reciprocal is a power of two as well. */
export function powerOfTwoAbove(x: number): number {
  return x === 0 ? 1 : 2 ** Math.max(-1022, Math.min(1022, Math.ceil(Math.log2(x))));
}

/** max |values|. Throws RangeError, in the name of the caller, for a value that is not finite. */
export function largestMagnitude(values: Float64Array, caller: string): number {
  let largest = 0;
  for (let i = 0; i < values.length; i++) {
    const magnitude = Math.abs(values[i]);
    if (!(magnitude < Infinity)) throw new RangeError(`${caller}: the matrix has entries that are not finite`);
    if (magnitude > largest) largest = magnitude;
  }
  return largest;
}
