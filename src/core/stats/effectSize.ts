/** Effect sizes: the magnitude of a difference, regardless of its significance. */
import { mean, sampleVariance } from './describe.ts';
import { isUnavailable, type TestUnavailable } from './tests/testResult.ts';

/**
 * Cohen's d: (x̄ − ȳ) / pooled standard deviation. Undefined if a sample has fewer than two values or neither has
 * spread.
 */
export function cohenD(x: ArrayLike<number>, y: ArrayLike<number>): number | TestUnavailable {
  const n = x.length;
  const m = y.length;
  if (n < 2 || m < 2) return 'too few repeats';
  const pooled = ((n - 1) * sampleVariance(x) + (m - 1) * sampleVariance(y)) / (n + m - 2);
  return pooled === 0 ? 'no spread' : (mean(x) - mean(y)) / Math.sqrt(pooled);
}

/** Hedges' g: Cohen's d times 1 − 3 / (4 (n + m) − 9), which removes most of its bias in small samples. */
export function hedgesG(x: ArrayLike<number>, y: ArrayLike<number>): number | TestUnavailable {
  const d = cohenD(x, y);
  return isUnavailable(d) ? d : d * (1 - 3 / (4 * (x.length + y.length) - 9));
}

/**
 * Cohen's d_z of paired samples: mean over standard deviation of the differences. Undefined below two differences or if
 * all are equal.
 */
export function cohenDz(d: ArrayLike<number>): number | TestUnavailable {
  if (d.length < 2) return 'too few repeats';
  const variance = sampleVariance(d);
  return variance === 0 ? 'no spread' : mean(d) / Math.sqrt(variance);
}

/** Cliff's δ = P(x > y) − P(x < y) over all pairs, from −1 to 1. null for an empty sample. */
export function cliffDelta(x: ArrayLike<number>, y: ArrayLike<number>): number | null {
  if (x.length === 0 || y.length === 0) return null;
  let sum = 0;
  for (let i = 0; i < x.length; i++) {
    for (let j = 0; j < y.length; j++) sum += Math.sign(x[i] - y[j]);
  }
  return sum / (x.length * y.length);
}
