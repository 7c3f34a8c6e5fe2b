/** Noise variances s_i of the rows and f_j of the columns of an image, E_ij ~ N(0, σ² s_i f_j): whitening and updates. */
import type { ImageSet } from '../../images/imageSet.ts';
import { matrixStack, multiply, type Matrix, type MatrixStack } from '../../linalg/index.ts';
import type { Settings } from '../method.ts';
import type { LoadingMoments } from './kroneckerEm.ts';

/** Diagonal of Σ_0 or Φ_0 for a region. */
export function levels(length: number, settings: Settings, axis: 'Row' | 'Column'): Float64Array {
  const [first, last] = [settings[`first${axis}`] as number, settings[`last${axis}`] as number];
  return Float64Array.from(
    { length },
    (_, i) => (i + 1 >= first && i + 1 <= last ? settings.inside : settings.outside) as number,
  );
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

/** Σ_n Σ x̃² of every row or column. */
export function squares(
  images: ImageSet,
  mean: Matrix,
  s: Float64Array,
  f: Float64Array,
  side: 'row' | 'column',
): Float64Array {
  const { rows, cols } = images;
  const result = new Float64Array(side === 'row' ? rows : cols);
  whiteImages(images, mean, s, f).data.forEach((value, i) => {
    result[side === 'row' ? Math.floor(i / cols) % rows : i % cols] += value * value;
  });
  return result;
}

/** Least noise of a row or column as a share of the mean: factor analysis is unbounded at zero. */
const LEAST = 1e-4;

/** Expected squared residual of every row over its present noise, e_i = Σ x̃_i² − 2 (S Lᵀ)_ii + (L H Lᵀ)_ii. */
export function ratios(
  energy: Float64Array,
  { s, h }: LoadingMoments,
  loadings: Matrix,
  divisor: number,
  present: Float64Array,
): Float64Array {
  const lh = multiply(loadings, h);
  const q = loadings.cols;
  const average = present.reduce((sum, value) => sum + value, 0) / present.length;
  return energy.map((value, i) => {
    let residual = value;
    for (let a = i * q; a < (i + 1) * q; a++) residual += loadings.data[a] * (lh.data[a] - 2 * s.data[a]);
    return Math.max(residual / divisor, (LEAST * average) / present[i]);
  });
}

/** ½ ln |Φ_0 ⊗ Σ_0|: what the density of X̃ loses to that of X. */
export function jacobian(s: Float64Array, f: Float64Array): number {
  const logs = (values: Float64Array) => values.reduce((sum, value) => sum + Math.log(value), 0);
  return 0.5 * (f.length * logs(s) + s.length * logs(f));
}

export function geometricMean(values: Float64Array): number {
  return Math.exp(values.reduce((sum, value) => sum + Math.log(value), 0) / values.length);
}
