/** The binomial distribution with success probability ½, and the sign test. */
import betainc from '@stdlib/math-base-special-betainc';
import type { Alternative, TestOutcome } from '../tests/testResult.ts';

/** P(X ≥ k) for X ~ Binomial(n, ½). */
export function fairCoinUpperTail(k: number, n: number): number {
  if (k <= 0) return 1;
  return k > n ? 0 : betainc(0.5, k, n - k + 1);
}

/** P(X = k) for X ~ Binomial(n, ½), whole 0 ≤ k ≤ n. Relative accuracy about n · 1e-16. */
export function fairCoinProbability(k: number, n: number): number {
  const few = Math.min(k, n - k);
  // 2⁻ⁿ C(n, few): spreading the factors ½ over the product keeps both parts within the range of doubles.
  let [probability, halves] = [1, n];
  for (let i = 1; i <= few; i++) {
    probability *= (n - few + i) / i;
    for (; probability > 1; halves--) probability /= 2;
  }
  return probability * 2 ** -halves;
}

/** p of k successes in n fair tosses. Two-sided: twice the smaller tail, which is exact for a fair coin. */
export function fairCoinP(k: number, n: number, alternative: Alternative): number {
  const atLeast = fairCoinUpperTail(k, n);
  const atMost = fairCoinUpperTail(n - k, n);
  if (alternative === 'greater') return atLeast;
  if (alternative === 'less') return atMost;
  return Math.min(1, 2 * Math.min(atLeast, atMost));
}

/**
 * Sign test of paired samples. The statistic is the number of positive differences among those that are not 0, binomial
 * with ½. Undefined if all differences are 0.
 */
export function signTest(d: ArrayLike<number>, alternative: Alternative = 'two-sided'): TestOutcome {
  const differing = Array.from(d).filter((value) => value !== 0);
  if (differing.length === 0) return 'no difference';
  const positive = differing.filter((value) => value > 0).length;
  return { statistic: positive, df: null, p: fairCoinP(positive, differing.length, alternative) };
}
