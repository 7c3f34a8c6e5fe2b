/** What a hypothesis test answers. */

/** The alternative to "no difference": 'greater' means that the first sample tends to larger values. */
export type Alternative = 'two-sided' | 'greater' | 'less';

export interface TestResult {
  readonly statistic: number;
  /** Degrees of freedom; null where the reference distribution has none. */
  readonly df: number | null;
  readonly p: number;
}

/**
 * Why there is no answer. 'no spread': all values (of paired samples: all differences) are the same, so that their
 * variance, the yardstick of t-tests and effect sizes, is 0; a p of 0 or an infinite t would claim a certainty that a
 * few equal counts do not give. 'rates only': a test of single images, of a method that only error rates are known of.
 * 'no margin': nothing was said to be practically equal.
 * 'not converged': chains of a sampler that did not come to the same answer.
 */
export type TestUnavailable =
  | 'too few repeats'
  | 'no spread'
  | 'no difference'
  | 'rates only'
  | 'no margin'
  | 'not converged';

export type TestOutcome = TestResult | TestUnavailable;

/** Whether an answer or an estimate is the reason why there is none. */
export function isUnavailable(answer: unknown): answer is TestUnavailable {
  return typeof answer === 'string';
}

/** p of an observed statistic from the upper tail of a distribution symmetric about 0. */
export function symmetricP(statistic: number, alternative: Alternative, upperTail: (x: number) => number): number {
  switch (alternative) {
    case 'greater':
      return upperTail(statistic);
    case 'less':
      return upperTail(-statistic);
    case 'two-sided':
      return Math.min(1, 2 * upperTail(Math.abs(statistic)));
  }
}
