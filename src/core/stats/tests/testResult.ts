/** Results of hypothesis tests. */

/** The alternative to "no difference": 'greater' means that the first sample tends to have larger values. */
export type Alternative = 'two-sided' | 'greater' | 'less';

export interface TestResult {
  readonly statistic: number;
  /** Degrees of freedom; null if the reference distribution has none. */
  readonly df: number | null;
  readonly p: number;
}

/**
 * Why a test is undefined. 'no spread': all values (of paired samples: all differences) are equal, so their variance,
 * the yardstick of t-tests and effect sizes, is 0; a p of 0 or an infinite t would claim a certainty that a few equal
 * counts do not give. 'rates only': the test needs single images, but only error rates of a method are known. 'no
 * margin': no margin of practical equivalence is set. 'not converged': the chains of a sampler disagree.
 */
export type TestUnavailable =
  | 'too few repeats'
  | 'no spread'
  | 'no difference'
  | 'rates only'
  | 'no margin'
  | 'not converged';

export type TestOutcome = TestResult | TestUnavailable;

/** Whether a result is a reason instead of a value. */
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
