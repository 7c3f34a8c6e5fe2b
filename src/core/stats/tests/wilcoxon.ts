/** Wilcoxon's signed-rank test of paired samples. */
import { normalUpperTail } from '../distributions/normal.ts';
import { averageRanks, tieTerm } from '../ranks.ts';
import { symmetricP, type Alternative, type TestOutcome } from './testResult.ts';

/** Above this number of pairs p comes from the normal approximation. */
const EXACT_UP_TO = 50;

/**
 * The statistic is W⁺, the sum of the ranks of |d_i| over the positive differences. Pairs without a difference are left
 * out (Wilcoxon); equal differences share ranks, so they must be equal as numbers (see `rateDifferences`). Up to 50
 * pairs p comes from the exact distribution given the ranks, ties included; above, from the normal approximation with
 * the correction for ties and no continuity correction. Undefined if no pair differs.
 */
export function wilcoxonSignedRank(
  differences: ArrayLike<number>,
  alternative: Alternative = 'two-sided',
  method: 'auto' | 'exact' | 'normal' = 'auto',
): TestOutcome {
  const d = Float64Array.from(differences).filter((value) => value !== 0);
  const n = d.length;
  if (n === 0) return 'no difference';
  const sizes = d.map(Math.abs);
  const ranks = averageRanks(sizes);
  const positive = ranks.reduce((sum, rank, i) => (d[i] > 0 ? sum + rank : sum), 0);
  if (method === 'exact' || (method === 'auto' && n <= EXACT_UP_TO)) {
    return { statistic: positive, df: null, p: exactP(ranks, positive, alternative) };
  }
  const centre = (n * (n + 1)) / 4;
  const variance = (n * (n + 1) * (2 * n + 1)) / 24 - tieTerm(sizes) / 48;
  const z = (positive - centre) / Math.sqrt(variance);
  return { statistic: positive, df: null, p: symmetricP(z, alternative, normalUpperTail) };
}

/** p from all 2ⁿ signs of the ranks, counted by their sum; ranks are doubled to make midranks whole. */
function exactP(ranks: Float64Array, positive: number, alternative: Alternative): number {
  const doubled = ranks.map((rank) => Math.round(2 * rank));
  const total = doubled.reduce((sum, rank) => sum + rank, 0);
  const probability = new Float64Array(total + 1);
  probability[0] = 1;
  let reached = 0;
  for (const rank of doubled) {
    for (let sum = reached; sum >= 0; sum--) {
      const half = probability[sum] / 2;
      probability[sum] = half;
      probability[sum + rank] += half;
    }
    reached += rank;
  }
  const observed = Math.round(2 * positive);
  // The distribution is symmetric: P(W ≤ w) = P(W ≥ total − w).
  const tail = (from: number): number => probability.subarray(from).reduce((sum, p) => sum + p, 0);
  if (alternative === 'greater') return Math.min(1, tail(observed));
  if (alternative === 'less') return Math.min(1, tail(total - observed));
  return Math.min(1, 2 * tail(Math.max(observed, total - observed)));
}
