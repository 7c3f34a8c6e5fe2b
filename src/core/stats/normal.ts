/** The standard normal distribution. */
import erfc from '@stdlib/math-base-special-erfc';

/** P(Z > z); accurate far into the tail. */
export function normalUpperTail(z: number): number {
  return 0.5 * erfc(z * Math.SQRT1_2);
}
