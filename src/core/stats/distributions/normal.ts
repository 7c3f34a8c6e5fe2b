/** The standard normal distribution. */
import erfc from '@stdlib/math-base-special-erfc';

/** P(Z > z); accurate far into the tail. */
export function normalUpperTail(z: number): number {
  return 0.5 * erfc(z * Math.SQRT1_2);
}

/**
 * z with P(Z < z) = p; ±Infinity for p ≥ 1 and p ≤ 0. Newton steps on the logarithm of the smaller tail: it is concave,
 * so the steps from 0 converge monotonically to within rounding.
 */
export function normalQuantile(p: number): number {
  if (p <= 0) return -Infinity;
  if (p > 0.5) return -normalQuantile(1 - p);
  let z = 0;
  for (let step = 0; step < 100; step++) {
    const tail = normalUpperTail(-z);
    const density = Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI);
    const next = z - (Math.log(tail / p) * tail) / density;
    if (Math.abs(next - z) <= 1e-15 * Math.abs(next)) return next;
    z = next;
  }
  return z;
}
