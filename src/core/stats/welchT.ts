/** Two-sample t-test without the assumption of equal variances (Welch). */
import { mean, sampleVariance } from './describe.ts';
import { studentTUpperTail } from './studentT.ts';
import { ratio, symmetricP, type Alternative, type TestResult } from './testResult.ts';

/**
 * t = (x̄ − ȳ) / √(s_x²/n + s_y²/m) with the degrees of freedom of Welch and Satterthwaite (n + m − 2 when neither
 * sample has spread). null when a sample has fewer than two values.
 */
export function welchT(
  x: ArrayLike<number>,
  y: ArrayLike<number>,
  alternative: Alternative = 'two-sided',
): TestResult | null {
  const n = x.length;
  const m = y.length;
  if (n < 2 || m < 2) return null;
  const a = sampleVariance(x) / n;
  const b = sampleVariance(y) / m;
  const df = a + b > 0 ? (a + b) ** 2 / (a ** 2 / (n - 1) + b ** 2 / (m - 1)) : n + m - 2;
  const statistic = ratio(mean(x) - mean(y), Math.sqrt(a + b));
  return { statistic, df, p: symmetricP(statistic, alternative, (t) => studentTUpperTail(t, df)) };
}
