/** Fisher's F distribution. */
import betainc from '@stdlib/math-base-special-betainc';

/** P(F > f) with `df1` and `df2` degrees of freedom. */
export function fUpperTail(f: number, df1: number, df2: number): number {
  if (f === Infinity) return 0;
  return f <= 0 ? 1 : betainc(df2 / (df2 + df1 * f), df2 / 2, df1 / 2, true, false);
}
