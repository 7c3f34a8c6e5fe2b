/** Student's t distribution about another centre than 0: what a t-test meets where there is a difference. */
import { normalUpperTail } from './normal.ts';

/** Even number of Simpson's intervals; 1e-10 against SciPy from 1 to 1000 degrees of freedom. */
const INTERVALS = 4000;

/**
 * P(T > t) of (Z + shift) / √(χ²/df), `df` ≥ 1: the tail of Z + shift over t u, averaged over u = √(χ²/df) by Simpson's
 * rule on the part of u that has weight.
 */
export function noncentralTUpperTail(t: number, df: number, shift: number): number {
  const reach = 12 / Math.sqrt(2 * df);
  const from = Math.max(0, 1 - reach);
  const step = (1 + reach - from) / INTERVALS;
  let [sum, total] = [0, 0];
  for (let i = 0; i <= INTERVALS; i++) {
    const u = from + i * step;
    // Up to a factor, which the total takes out; 1 at u = 1.
    const density =
      u === 0 ? Number(df === 1) * Math.exp(0.5) : Math.exp((df - 1) * Math.log(u) - (df * (u * u - 1)) / 2);
    const weight = density * (i === 0 || i === INTERVALS ? 1 : i % 2 === 1 ? 4 : 2);
    total += weight;
    sum += weight * normalUpperTail(t * u - shift);
  }
  return sum / total;
}
