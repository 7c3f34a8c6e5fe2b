/**
 * Noise variances s_i of the rows and f_j of the columns of an image, E_ij ~ N(0, σ² s_i f_j): whitening and updates.
 */
import type { ImageSet } from '../../images/imageSet.ts';
import { forEachPart, matrixStack, multiply, type Matrix, type MatrixStack } from '../../linalg/index.ts';
import type { LoadingMoments } from './kronecker/kroneckerEm.ts';

/** Diagonal of Σ_0 or Φ_0 for a region from `first` to `last`, counted from 1. */
export function levels(
  length: number,
  first: number,
  last: number,
  { inside, outside }: { readonly inside: number; readonly outside: number },
): Float64Array {
  return Float64Array.from({ length }, (_, i) => (i + 1 >= first && i + 1 <= last ? inside : outside));
}

/** Σ_0^−½ (X − W) Φ_0^−½. */
export function whiteImages(images: ImageSet, mean: Matrix, s: Float64Array, f: Float64Array): MatrixStack {
  const { rows, cols } = images;
  const factor = Float64Array.from(
    { length: rows * cols },
    (_, i) => 1 / Math.sqrt(s[Math.floor(i / cols)] * f[i % cols]),
  );
  const data = images.data.map((value, i) => (value - mean.data[i % factor.length]) * factor[i % factor.length]);
  return matrixStack(images.count, rows, cols, data);
}

/** Σ_n x² of each pixel. */
export function pixelSquares(images: MatrixStack, mean: Matrix): Float64Array {
  const size = images.rows * images.cols;
  const squares = new Float64Array(size);
  forEachPart(images, (values, _, count) => {
    for (let i = 0; i < count * size; i++) squares[i % size] += (values[i] - mean.data[i % size]) ** 2;
  });
  return squares;
}

/** Diagonal of Σ_0^−½ or Φ_0^−½. */
export function whitening(noise: Float64Array): Float64Array {
  return noise.map((value) => 1 / Math.sqrt(value));
}

/** Σ_n Σ_j x_ij² / (s_i f_j) of each row, from Σ_n x_ij² of each pixel. */
export function rowSquares(squares: Float64Array, s: Float64Array, f: Float64Array): Float64Array {
  return s.map((noise, i) => f.reduce((sum, value, j) => sum + squares[i * f.length + j] / value, 0) / noise);
}

/** Σ_n Σ_i x_ij² / (s_i f_j) of each column. */
export function columnSquares(squares: Float64Array, s: Float64Array, f: Float64Array): Float64Array {
  return f.map((noise, j) => s.reduce((sum, value, i) => sum + squares[i * f.length + j] / value, 0) / noise);
}

/**
 * Lower bound on the noise of the quietest row or column as a share of that of the noisiest: factor analysis is
 * unbounded at zero. A share of their mean would move with every iteration and let the likelihood fall; smaller shares,
 * 1e-4, make rounding visible (2e-7 of the likelihood), as two of them multiply.
 */
const LEAST_RATIO = 1e-3;

/**
 * Expected squared residual of every row or column relative to its current noise, e_i = Σ x̃_i² − 2 (S Lᵀ)_ii + (L H
 * Lᵀ)_ii.
 */
export function residuals(energy: Float64Array, { s, h }: LoadingMoments, loadings: Matrix): Float64Array {
  const lh = multiply(loadings, h);
  const q = loadings.cols;
  return energy.map((value, i) => {
    let residual = value;
    for (let a = i * q; a < (i + 1) * q; a++) residual += loadings.data[a] * (lh.data[a] - 2 * s.data[a]);
    return Math.max(0, residual);
  });
}

export interface BoundedNoise {
  readonly values: Float64Array;
  /** Number of values that either bound raised. */
  readonly floored: number;
}

/**
 * The noise variances s_i that maximise −½ Σ (ln s_i + ŝ_i / s_i) with min s ≥ LEAST_RATIO · max s and a geometric mean
 * of at least `least`. In ln s the objective is concave and both bounds are linear; hence the maximiser is the one of
 * the first bound, s_i = ŝ_i within [t, t / LEAST_RATIO], times a common factor if the second bound is active.
 */
export function boundedNoise(free: Float64Array, least: number): BoundedNoise {
  const largest = Math.max(...free);
  if (!(largest > 0)) return { values: free.map(() => least), floored: free.length };
  const t = Math.min(...free) < LEAST_RATIO * largest ? lowerBound(free, largest) : 0;
  let values = t > 0 ? free.map((value) => Math.min(Math.max(value, t), t / LEAST_RATIO)) : free;
  const lift = least / geometricMean(values);
  if (lift > 1) values = values.map((value) => value * lift);
  return { values, floored: values.filter((value, i) => value > free[i]).length };
}

/** The t at which Σ_low (ŝ_i / t − 1) + Σ_high (LEAST_RATIO ŝ_i / t − 1) vanishes; it falls as t grows. */
function lowerBound(free: Float64Array, largest: number): number {
  const slope = (t: number) =>
    free.reduce((sum, value) => {
      if (value < t) return sum + value / t - 1;
      return value * LEAST_RATIO > t ? sum + (value * LEAST_RATIO) / t - 1 : sum;
    }, 0);
  // At the lower end the largest value outweighs all others, at the upper end none is high.
  let [low, high] = [(LEAST_RATIO * largest) / (free.length + 1), LEAST_RATIO * largest];
  for (let round = 0; round < 200 && low < high; round++) {
    const middle = Math.sqrt(low * high);
    if (middle <= low || middle >= high) break;
    if (slope(middle) > 0) low = middle;
    else high = middle;
  }
  return high;
}

/** ½ ln |Φ_0 ⊗ Σ_0|: the difference between the log densities of X̃ and X. */
export function jacobian(s: Float64Array, f: Float64Array): number {
  const logs = (values: Float64Array) => values.reduce((sum, value) => sum + Math.log(value), 0);
  return 0.5 * (f.length * logs(s) + s.length * logs(f));
}

export function geometricMean(values: Float64Array): number {
  return Math.exp(values.reduce((sum, value) => sum + Math.log(value), 0) / values.length);
}
