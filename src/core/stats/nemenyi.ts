/** Nemenyi's comparison of all pairs after Friedman's test (Demšar, JMLR 7, 2006). */
import { studentizedRangeUpperQuantile, studentizedRangeUpperTail } from './studentizedRange.ts';

/** Average ranks of k methods over N datasets differ significantly when they differ by more than this. */
export function criticalDifference(k: number, datasets: number, alpha: number): number {
  return (studentizedRangeUpperQuantile(alpha, k) / Math.SQRT2) * standardError(k, datasets);
}

/** p of every pair of methods, already adjusted for all pairs; the diagonal is 1. */
export function nemenyi(averageRanks: readonly number[], datasets: number): number[][] {
  const k = averageRanks.length;
  const error = standardError(k, datasets);
  return averageRanks.map((a) =>
    averageRanks.map((b) => studentizedRangeUpperTail((Math.abs(a - b) / error) * Math.SQRT2, k)),
  );
}

function standardError(k: number, datasets: number): number {
  return Math.sqrt((k * (k + 1)) / (6 * datasets));
}
