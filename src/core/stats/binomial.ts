/** The binomial distribution with success probability ½. */
import betainc from '@stdlib/math-base-special-betainc';
import type { Alternative } from './testResult.ts';

/** P(X ≥ k) for X ~ Binomial(n, ½). */
export function fairCoinUpperTail(k: number, n: number): number {
  if (k <= 0) return 1;
  return k > n ? 0 : betainc(0.5, k, n - k + 1);
}

/** p of k successes in n fair tosses; two-sided by doubling the smaller tail, which is exact for a fair coin. */
export function fairCoinP(k: number, n: number, alternative: Alternative): number {
  const atLeast = fairCoinUpperTail(k, n);
  const atMost = fairCoinUpperTail(n - k, n);
  if (alternative === 'greater') return atLeast;
  if (alternative === 'less') return atMost;
  return Math.min(1, 2 * Math.min(atLeast, atMost));
}
