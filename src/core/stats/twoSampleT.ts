/** Two-sample t-test with pooled variance (Student). */
import { mean, sampleVariance } from './describe.ts';
import { studentTUpperTail } from './studentT.ts';
import { ratio, symmetricP, type Alternative, type TestResult } from './testResult.ts';

/**
 * Equality of the means of two independent normal samples of equal variance:
 * t = (x̄ − ȳ) / (s √(1/n + 1/m)), s² = ((n − 1) s_x² + (m − 1) s_y²) / (n + m − 2), df = n + m − 2.
 * null when a sample has fewer than two values. Samples without any spread: see `ratio`.
 */
export function twoSampleT(
  x: ArrayLike<number>,
  y: ArrayLike<number>,
  alternative: Alternative = 'two-sided',
): TestResult | null {
  const n = x.length;
  const m = y.length;
  if (n < 2 || m < 2) return null;
  const df = n + m - 2;
  const pooled = ((n - 1) * sampleVariance(x) + (m - 1) * sampleVariance(y)) / df;
  const statistic = ratio(mean(x) - mean(y), Math.sqrt(pooled * (1 / n + 1 / m)));
  return { statistic, df, p: symmetricP(statistic, alternative, (t) => studentTUpperTail(t, df)) };
}
