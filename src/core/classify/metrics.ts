/** Distances between codes, other than the Euclidean one of `nearestOverShapes`. */
import { matrixStack, type MatrixStack } from '../linalg/matrix.ts';

export const metricNames = ['euclidean', 'cosine', 'city-block', 'whitened', 'column-sum'] as const;

export type MetricName = (typeof metricNames)[number];

/** Distance of code g of the gallery and code p of the probes; only its order matters. */
export type Distance = (g: number, p: number) => number;

/**
 * A metric on codes of one shape. `spread`: the codes whose deviation the whitened metric divides by, where those that are
 * compared are not the gallery itself but means of it. Throws RangeError when the shapes differ.
 */
export function distanceBetween(
  metric: MetricName,
  gallery: MatrixStack,
  probes: MatrixStack,
  spread: MatrixStack = gallery,
): Distance {
  if (gallery.rows !== probes.rows || gallery.cols !== probes.cols) {
    throw new RangeError(
      `distanceBetween: gallery codes are ${gallery.rows} × ${gallery.cols}, probe codes ${probes.rows} × ${probes.cols}`,
    );
  }
  switch (metric) {
    case 'euclidean':
      return squared(gallery, probes);
    case 'whitened': {
      const scale = inverseDeviations(spread);
      return squared(scaled(gallery, scale), scaled(probes, scale));
    }
    case 'cosine':
      return squared(normalised(gallery), normalised(probes));
    case 'city-block':
      return cityBlock(gallery, probes);
    case 'column-sum':
      return columnSum(gallery, probes);
  }
}

/** Σ Δ² (vectors), the squared Frobenius norm (matrices). */
function squared(gallery: MatrixStack, probes: MatrixStack): Distance {
  const size = gallery.rows * gallery.cols;
  return (g, p) => {
    let sum = 0;
    for (let i = 0; i < size; i++) sum += (gallery.data[g * size + i] - probes.data[p * size + i]) ** 2;
    return sum;
  };
}

function cityBlock(gallery: MatrixStack, probes: MatrixStack): Distance {
  const size = gallery.rows * gallery.cols;
  return (g, p) => {
    let sum = 0;
    for (let i = 0; i < size; i++) sum += Math.abs(gallery.data[g * size + i] - probes.data[p * size + i]);
    return sum;
  };
}

/** Σ over the columns of the Euclidean norm of their difference (Yang et al., IEEE PAMI 26(1), 2004, eq. (9)). */
function columnSum(gallery: MatrixStack, probes: MatrixStack): Distance {
  const { rows, cols } = gallery;
  const size = rows * cols;
  return (g, p) => {
    let sum = 0;
    for (let c = 0; c < cols; c++) {
      let squares = 0;
      for (let r = 0; r < rows; r++) {
        squares += (gallery.data[g * size + r * cols + c] - probes.data[p * size + r * cols + c]) ** 2;
      }
      sum += Math.sqrt(squares);
    }
    return sum;
  };
}

/**
 * Deviations below this share of the largest entry of the codes are rounding. Constant coordinates have up to 1e-15 (the
 * mean of 0.1 is not 0.1), projections of 10⁴ pixels up to 1e-14; the 199 axes of PCA on 200 faces of ORL at least 5e-3.
 */
const ROUNDING = 1e-12;

/** 1 / standard deviation (divisor count − 1) of every coordinate; 0 where it does not vary beyond rounding. */
function inverseDeviations({ count, rows, cols, data }: MatrixStack): Float64Array {
  const size = rows * cols;
  let largest = 0;
  for (const value of data) largest = Math.max(largest, Math.abs(value));
  return Float64Array.from({ length: size }, (_, i) => {
    let sum = 0;
    for (let n = 0; n < count; n++) sum += data[n * size + i];
    let squares = 0;
    for (let n = 0; n < count; n++) squares += (data[n * size + i] - sum / count) ** 2;
    const deviation = count > 1 ? Math.sqrt(squares / (count - 1)) : 0;
    return deviation > ROUNDING * largest ? 1 / deviation : 0;
  });
}

function scaled({ count, rows, cols, data }: MatrixStack, scale: Float64Array): MatrixStack {
  const size = rows * cols;
  return matrixStack(
    count,
    rows,
    cols,
    Float64Array.from(data, (value, i) => value * scale[i % size]),
  );
}

/** Codes of length 1: squared distance 2 − 2 cos. A code of zeros stays and is equally far from all. */
function normalised({ count, rows, cols, data }: MatrixStack): MatrixStack {
  const size = rows * cols;
  const result = Float64Array.from(data);
  for (let n = 0; n < count; n++) {
    const code = result.subarray(n * size, (n + 1) * size);
    let squares = 0;
    for (const value of code) squares += value * value;
    if (squares > 0) code.forEach((value, i) => (code[i] = value / Math.sqrt(squares)));
  }
  return matrixStack(count, rows, cols, result);
}
