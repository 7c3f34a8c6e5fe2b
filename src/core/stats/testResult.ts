/** What a hypothesis test answers. */

/** The alternative to "no difference": 'greater' means that the first sample tends to larger values. */
export type Alternative = 'two-sided' | 'greater' | 'less';

export interface TestResult {
  /** ±Infinity for a difference without spread. */
  readonly statistic: number;
  /** Degrees of freedom; null where the reference distribution has none. */
  readonly df: number | null;
  readonly p: number;
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

/**
 * difference / error, where a sample without spread has error 0: no difference gives 0 (p = 1, one-tailed 0.5), any
 * difference ±Infinity (p = 0 or 1).
 */
export function ratio(difference: number, error: number): number {
  if (error > 0) return difference / error;
  return difference === 0 ? 0 : difference > 0 ? Infinity : -Infinity;
}
