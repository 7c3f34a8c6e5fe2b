/** Photometric steps on one image; each returns new values. */
import { gaussianBlur } from './gaussianBlur.ts';

type Pixels = Float64Array<ArrayBuffer>;

/** Zero mean, unit variance (divisor: number of pixels). A constant image becomes 0. */
export function zeroMeanUnitVariance(image: Float64Array): Pixels {
  const mean = image.reduce((sum, value) => sum + value, 0) / image.length;
  const variance = image.reduce((sum, value) => sum + (value - mean) ** 2, 0) / image.length;
  const scale = variance > 0 ? 1 / Math.sqrt(variance) : 0;
  return Float64Array.from(image, (value) => (value - mean) * scale);
}

/** Euclidean norm 1. A black image stays as it is. */
export function unitNorm(image: Float64Array): Pixels {
  const norm = Math.sqrt(image.reduce((sum, value) => sum + value * value, 0));
  return Float64Array.from(image, (value) => (norm > 0 ? value / norm : 0));
}

/**
 * Histogram equalisation: the value with rank c among N pixels (c: pixels with a value not above it) becomes
 * 255 (c − c_min) / (N − c_min). A constant image becomes 0.
 */
export function equaliseHistogram(image: Float64Array): Pixels {
  const sorted = Float64Array.from(image).sort();
  const count = new Map<number, number>();
  sorted.forEach((value, position) => count.set(value, position + 1));
  const least = count.get(sorted[0])!;
  const span = image.length - least;
  return Float64Array.from(image, (value) => (span > 0 ? (255 * (count.get(value)! - least)) / span : 0));
}

/** Constants of Tan and Triggs, table of section III. */
const TAN_TRIGGS = { gamma: 0.2, inner: 1, outer: 2, alpha: 0.1, tau: 10 };

/**
 * The chain of Tan and Triggs (IEEE TIP 19(6), 2010): gamma correction, difference of Gaussians, two-stage contrast equalisation and
 * the compression τ tanh(x / τ), with their constants. Negative grey values count as 0.
 */
export function tanTriggs(image: Float64Array, rows: number, cols: number): Pixels {
  const { gamma, inner, outer, alpha, tau } = TAN_TRIGGS;
  const corrected = Float64Array.from(image, (value) => Math.max(0, value) ** gamma);
  const fine = gaussianBlur(corrected, rows, cols, inner);
  const coarse = gaussianBlur(corrected, rows, cols, outer);
  const band = fine.map((value, i) => value - coarse[i]);
  const first = dividedByMean(band, alpha, Infinity);
  const second = dividedByMean(first, alpha, tau);
  return second.map((value) => tau * Math.tanh(value / tau));
}

/** x / (mean of min(limit, |x|)^α)^(1/α); an image of zeros stays. */
function dividedByMean(image: Pixels, alpha: number, limit: number): Pixels {
  const mean = image.reduce((sum, value) => sum + Math.min(limit, Math.abs(value)) ** alpha, 0) / image.length;
  const scale = mean ** (1 / alpha);
  return scale > 0 ? image.map((value) => value / scale) : image;
}
