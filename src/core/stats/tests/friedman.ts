/**
 * Friedman's test of several methods over several datasets, the F form of Iman and Davenport, and Nemenyi's comparison
 * of all pairs afterwards (Demšar, JMLR 7, 2006).
 */
import gammainc from '@stdlib/math-base-special-gammainc';
import betainc from '@stdlib/math-base-special-betainc';
import { averageRanks, tieTerm } from '../ranks.ts';
import type { TestResult } from './testResult.ts';
import { normalUpperTail } from '../distributions/normal.ts';

// The studentized range of k standard normals with known variance (infinite degrees of freedom).

/** Step of the trapezoidal rule: it converges exponentially here, 0.05 reaches 1e-14. */
const STEP = 0.05;
const REACH = 9;

/**
 * Nodes of the rule, computed on first use: they took a tenth of the start-up of every thread that can compare methods.
 */
let points: readonly { readonly z: number; readonly density: number; readonly tail: number }[] | null = null;

function pointsOfRule(): NonNullable<typeof points> {
  points ??= Array.from({ length: Math.ceil((2 * REACH) / STEP) + 1 }, (_, i) => {
    const z = -REACH + i * STEP;
    return { z, density: Math.exp(-0.5 * z * z), tail: normalUpperTail(z) };
  });
  return points;
}

/**
 * P(Q > q) = 1 − k ∫ φ(z) [Φ(z) − Φ(z − q)]^(k−1) dz, with z the largest of the k normals. Absolute accuracy about
 * 1e-14; tails far below that are noise and cut at 0.
 */
export function studentizedRangeUpperTail(q: number, k: number): number {
  if (q <= 0) return 1;
  if (q === Infinity) return 0;
  let sum = 0;
  for (const { z, density, tail } of pointsOfRule()) sum += density * (normalUpperTail(z - q) - tail) ** (k - 1);
  const inside = (k * sum * STEP) / Math.sqrt(2 * Math.PI);
  return Math.min(1, Math.max(0, 1 - inside));
}

/** Cache of quantiles by p and k: all tables of a study need the same few, and each takes 60 integrals. */
const quantiles = new Map<string, number>();

/** The q with P(Q > q) = p. */
export function studentizedRangeUpperQuantile(p: number, k: number): number {
  if (!(p > 0 && p < 1)) return NaN;
  const key = `${p} ${k}`;
  const quantile = quantiles.get(key) ?? bisected(p, k);
  quantiles.set(key, quantile);
  return quantile;
}

function bisected(p: number, k: number): number {
  let low = 0;
  let high = 50;
  for (let step = 0; step < 60; step++) {
    const middle = (low + high) / 2;
    if (studentizedRangeUpperTail(middle, k) > p) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

export interface FriedmanResult {
  /** Mean rank of every method; rank 1 is the lowest value. */
  readonly averageRanks: readonly number[];
  /** χ²_F with the correction for ties, df = k − 1. */
  readonly friedman: TestResult;
  /**
   * F_F = (N − 1) χ²_F / (N (k − 1) − χ²_F), df = k − 1 and (k − 1)(N − 1); `df` is the first of them. null if all
   * datasets rank the methods alike: the denominator is 0 and F is undefined.
   */
  readonly imanDavenport: TestResult | null;
}

/**
 * `values[i][j]` is the result of method j on dataset i. null below two datasets or two methods, and if every dataset
 * ties all methods. Throws RangeError for rows of unequal length.
 */
export function friedman(values: readonly (readonly number[])[]): FriedmanResult | null {
  const n = values.length;
  const k = values[0]?.length ?? 0;
  if (values.some((row) => row.length !== k)) throw new RangeError(`friedman: expected ${k} values in every row`);
  if (n < 2 || k < 2) return null;
  const sums = new Float64Array(k);
  let ties = 0;
  const ranked = values.map(averageRanks);
  for (const [i, row] of values.entries()) {
    ranked[i].forEach((rank, j) => (sums[j] += rank));
    ties += tieTerm(row);
  }
  const spread = 1 - ties / (n * (k ** 3 - k));
  if (spread === 0) return null;
  const squares = sums.reduce((sum, rank) => sum + (rank - (n * (k + 1)) / 2) ** 2, 0);
  const chi = (12 * squares) / (n * k * (k + 1)) / spread;
  const alike = ranked.every((ranks) => ranks.every((rank, j) => rank === ranked[0][j]));
  const f = ((n - 1) * chi) / (n * (k - 1) - chi);
  return {
    averageRanks: Array.from(sums, (sum) => sum / n),
    friedman: { statistic: chi, df: k - 1, p: chiSquaredUpperTail(chi, k - 1) },
    imanDavenport: alike ? null : { statistic: f, df: k - 1, p: fUpperTail(f, k - 1, (k - 1) * (n - 1)) },
  };
}

/** P(X > x) with `df` > 0 degrees of freedom. */
export function chiSquaredUpperTail(x: number, df: number): number {
  if (x === Infinity) return 0;
  return x <= 0 ? 1 : gammainc(x / 2, df / 2, true, true);
}

/** P(F > f) with `df1` and `df2` degrees of freedom. */
export function fUpperTail(f: number, df1: number, df2: number): number {
  if (f === Infinity) return 0;
  if (f <= 0) return 1;
  const scaled = df1 * f;
  // As for Student's t: the complement near 0, the direct form in the tail.
  return f < 1
    ? 1 - betainc(scaled / (df2 + scaled), df1 / 2, df2 / 2)
    : betainc(df2 / (df2 + scaled), df2 / 2, df1 / 2);
}

/** The critical difference: average ranks of k methods over N datasets differ significantly if they differ by more. */
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
