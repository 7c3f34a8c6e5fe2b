/** Fisher's F distribution. */
import betainc from '@stdlib/math-base-special-betainc';

/** P(F > f) with `df1` and `df2` degrees of freedom. */
export function fUpperTail(f: number, df1: number, df2: number): number {
  if (f === Infinity) return 0;
  if (f <= 0) return 1;
  const scaled = df1 * f;
  // As for Student's t: the complement near 0, the direct form in the tail.
  return f < 1
    ? 1 - betainc(scaled / (df2 + scaled), df1 / 2, df2 / 2)
    : betainc(df2 / (df2 + scaled), df2 / 2, df1 / 2);
}
