/** The χ² distribution. */
import gammainc from '@stdlib/math-base-special-gammainc';

/** P(X > x) with `df` > 0 degrees of freedom. */
export function chiSquaredUpperTail(x: number, df: number): number {
  if (x === Infinity) return 0;
  return x <= 0 ? 1 : gammainc(x / 2, df / 2, true, true);
}
