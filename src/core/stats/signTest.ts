/** Sign test of paired samples. */
import { fairCoinP } from './binomial.ts';
import type { Alternative, TestAnswer } from './testResult.ts';

/**
 * The statistic is the number of positive differences d among those that are not 0, binomial with ½.
 * No answer when all are 0.
 */
export function signTest(d: ArrayLike<number>, alternative: Alternative = 'two-sided'): TestAnswer {
  const differing = Array.from(d).filter((value) => value !== 0);
  if (differing.length === 0) return 'no difference';
  const positive = differing.filter((value) => value > 0).length;
  return { statistic: positive, df: null, p: fairCoinP(positive, differing.length, alternative) };
}
