/** Student's t distribution. */
import betainc from '@stdlib/math-base-special-betainc';

/** P(T > t) with `df` > 0 degrees of freedom; accurate far into the tail. */
export function studentTUpperTail(t: number, df: number): number {
  if (Number.isNaN(t) || !(df > 0)) return NaN;
  const square = t * t;
  // Near 0 the complement keeps all digits of t, in the tail the direct form keeps all digits of p.
  const half =
    square < 1
      ? 0.5 * (1 - betainc(square / (df + square), 0.5, df / 2))
      : 0.5 * betainc(df / (df + square), df / 2, 0.5);
  return t >= 0 ? half : 1 - half;
}

/** The t with P(T > t) = p, for 0 < p < 1, by bisection on the tail: 64 halvings reach the last bit. */
export function studentTUpperQuantile(p: number, df: number): number {
  if (!(p > 0 && df > 0)) return NaN;
  if (p > 0.5) return -studentTUpperQuantile(1 - p, df);
  if (p === 0.5) return 0;
  let low = 0;
  let high = 1;
  while (studentTUpperTail(high, df) > p) {
    low = high;
    high *= 2;
  }
  for (let step = 0; step < 64; step++) {
    const middle = (low + high) / 2;
    if (studentTUpperTail(middle, df) > p) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}
