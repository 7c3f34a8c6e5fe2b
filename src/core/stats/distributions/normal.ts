/** The standard normal distribution. */
import erfc from '@stdlib/math-base-special-erfc';

/** P(Z > z); accurate far into the tail. */
export function normalUpperTail(z: number): number {
  return 0.5 * erfc(z * Math.SQRT1_2);
}

/**
 * z with P(Z < z) = p; ±Infinity at 1 and 0, and beyond. Newton steps on the logarithm of the smaller tail, which is
 * concave: from 0 they go one way and end within rounding.
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
