/** Two-sample t-test without the assumption of equal variances (Welch). */
import { mean, sampleVariance } from './describe.ts';
import { studentTUpperTail } from './studentT.ts';
import { symmetricP, type Alternative, type TestAnswer } from './testResult.ts';

/**
 * t = (x̄ − ȳ) / √(s_x²/n + s_y²/m) with the degrees of freedom of Welch and Satterthwaite.
 * No answer when a sample has fewer than two values, or neither has spread.
 */
export function welchT(x: ArrayLike<number>, y: ArrayLike<number>, alternative: Alternative = 'two-sided'): TestAnswer {
  const n = x.length;
  const m = y.length;
  if (n < 2 || m < 2) return 'too few repeats';
  const a = sampleVariance(x) / n;
  const b = sampleVariance(y) / m;
  if (a + b === 0) return 'no spread';
  const df = (a + b) ** 2 / (a ** 2 / (n - 1) + b ** 2 / (m - 1));
  const statistic = (mean(x) - mean(y)) / Math.sqrt(a + b);
  return { statistic, df, p: symmetricP(statistic, alternative, (t) => studentTUpperTail(t, df)) };
}
