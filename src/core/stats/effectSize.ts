/** How large a difference is, apart from whether it is significant. */
import { mean, sampleVariance } from './describe.ts';
import { differences } from './pairs.ts';
import { ratio } from './testResult.ts';

/** Cohen's d: (x̄ − ȳ) / pooled standard deviation. null when a sample has fewer than two values. */
export function cohenD(x: ArrayLike<number>, y: ArrayLike<number>): number | null {
  const n = x.length;
  const m = y.length;
  if (n < 2 || m < 2) return null;
  const pooled = ((n - 1) * sampleVariance(x) + (m - 1) * sampleVariance(y)) / (n + m - 2);
  return ratio(mean(x) - mean(y), Math.sqrt(pooled));
}

/** Hedges' g: Cohen's d times 1 − 3 / (4 (n + m) − 9), which removes most of its bias in small samples. */
export function hedgesG(x: ArrayLike<number>, y: ArrayLike<number>): number | null {
  const d = cohenD(x, y);
  return d === null ? null : d * (1 - 3 / (4 * (x.length + y.length) - 9));
}

/** Cohen's d_z of paired samples: mean over standard deviation of the differences. null below two pairs. */
export function cohenDz(x: ArrayLike<number>, y: ArrayLike<number>): number | null {
  const d = differences(x, y);
  return d.length < 2 ? null : ratio(mean(d), Math.sqrt(sampleVariance(d)));
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
