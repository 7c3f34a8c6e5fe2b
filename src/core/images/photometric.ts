/**
 * Photometric transformations of one image, for features in a study and for preprocessing. Every function returns new
 * values; images without variation become 0 unless stated otherwise.
 */
import { gaussianBlur } from './gaussianBlur.ts';
import { forEachInside, mapInside, type Mask } from './maskRegions.ts';
import { fifthRoot, portableTanh } from './portableFunctions.ts';

type Pixels = Float64Array<ArrayBuffer>;

/**
 * Histogram equalisation of arbitrary values: the value with rank c among N pixels (c: number of pixels with a value
 * not above it) becomes 255 (c − c_min) / (N − c_min).
 */
export function equaliseHistogram(image: Float64Array): Pixels {
  const sorted = Float64Array.from(image).sort();
  const ranks = new Map<number, number>();
  sorted.forEach((value, position) => ranks.set(value, position + 1));
  const spread = spreadRanks(ranks.get(sorted[0])!, image.length);
  return Float64Array.from(image, (value) => spread(ranks.get(value)!));
}

/**
 * As `equaliseHistogram` for integers, rounded: values are rounded to 0 … 255 before and after. An image of one value
 * stays unchanged.
 */
export function equaliseLevels(pixels: Float64Array, mask: Mask): Float64Array {
  const level = (value: number): number => Math.min(255, Math.max(0, Math.round(value)));
  const histogram = new Float64Array(256);
  let count = 0;
  forEachInside(pixels, mask, (value) => {
    histogram[level(value)]++;
    count++;
  });
  let sum = 0;
  const ranks = histogram.map((frequency) => (sum += frequency));
  const least = histogram.find((frequency) => frequency > 0) ?? 0;
  if (count === least) return pixels;
  const spread = spreadRanks(least, count);
  return mapInside(pixels, mask, (value) => Math.round(spread(ranks[level(value)])));
}

/** Maps ranks from the minimum to `count` to values from 0 to 255. */
function spreadRanks(least: number, count: number): (rank: number) => number {
  return (rank) => (count > least ? (255 * (rank - least)) / (count - least) : 0);
}

/** `standard`: (v − mean)/deviation with divisor n; `mean`: v − mean; `length`: v/‖v‖; `range`: from 0 to 255. */
export function normalise(pixels: Float64Array, to: 'standard' | 'mean' | 'length' | 'range', mask: Mask): Pixels {
  if (to === 'length') {
    let squares = 0;
    forEachInside(pixels, mask, (value) => (squares += value * value));
    return scaled(pixels, mask, 0, Math.sqrt(squares));
  }
  if (to === 'range') {
    const { low, high } = rangeOf(pixels, mask);
    return scaled(pixels, mask, low, (high - low) / 255);
  }
  const { mean, variance } = momentsOf(pixels, mask);
  if (to === 'mean') return mapInside(pixels, mask, (value) => value - mean);
  return scaled(pixels, mask, mean, Math.sqrt(variance));
}

/**
 * Zero mean, unit variance (divisor: number of pixels). Multiplies by 1/deviation where `normalise` divides: the last
 * bit differs, and results of studies are stored.
 */
export function zeroMeanUnitVariance(image: Float64Array): Pixels {
  const { mean, variance } = momentsOf(image, null);
  const scale = variance > 0 ? 1 / Math.sqrt(variance) : 0;
  return mapInside(image, null, (value) => (value - mean) * scale);
}

/** Euclidean norm 1. */
export function unitNorm(image: Float64Array): Pixels {
  return normalise(image, 'length', null);
}

/** Constants of Tan and Triggs, table of section III; γ = 0.2 is a fifth root, α = 0.1 its square root. */
const TAN_TRIGGS = { inner: 1, outer: 2, tau: 10 };

/**
 * The chain of Tan and Triggs (IEEE TIP 19(6), 2010): gamma correction, difference of Gaussians, two-stage contrast
 * equalisation and the compression τ tanh(x / τ), with their constants. Negative grey values count as 0.
 */
export function tanTriggs(image: Float64Array, rows: number, cols: number): Pixels {
  const { inner, outer, tau } = TAN_TRIGGS;
  const corrected = Float64Array.from(image, (value) => fifthRoot(Math.max(0, value)));
  // Equalisation would amplify the rounding errors of two blurred constants.
  if (isFlat(corrected)) return new Float64Array(image.length);
  const fine = gaussianBlur(corrected, rows, cols, inner);
  const coarse = gaussianBlur(corrected, rows, cols, outer);
  const band = fine.map((value, i) => value - coarse[i]);
  const first = dividedByMean(band, Infinity);
  const second = dividedByMean(first, tau);
  return second.map((value) => tau * portableTanh(value / tau));
}

/** x / (mean of min(limit, |x|)^α)^(1/α), α = 0.1; an image of zeros stays. */
function dividedByMean(image: Pixels, limit: number): Pixels {
  const root = (value: number): number => Math.sqrt(fifthRoot(Math.min(limit, Math.abs(value))));
  const square = (image.reduce((sum, value) => sum + root(value), 0) / image.length) ** 2;
  const scale = square * square * square * square * square;
  return scale > 0 ? image.map((value) => value / scale) : image;
}

/** Whether all values are equal. */
export function isFlat(image: Float64Array): boolean {
  return image.every((value) => value === image[0]);
}

function rangeOf(pixels: Float64Array, mask: Mask): { readonly low: number; readonly high: number } {
  let low = Infinity;
  let high = -Infinity;
  forEachInside(pixels, mask, (value) => {
    low = Math.min(low, value);
    high = Math.max(high, value);
  });
  return { low, high };
}

/** Mean and variance with divisor n. Exact for equal values: a rounding error is no variation. */
function momentsOf(pixels: Float64Array, mask: Mask): { readonly mean: number; readonly variance: number } {
  const { low, high } = rangeOf(pixels, mask);
  if (low === high) return { mean: low, variance: 0 };
  let count = 0;
  let sum = 0;
  forEachInside(pixels, mask, (value) => {
    count++;
    sum += value;
  });
  const mean = sum / count;
  let squares = 0;
  forEachInside(pixels, mask, (value) => (squares += (value - mean) ** 2));
  return { mean, variance: squares / count };
}

function scaled(pixels: Float64Array, mask: Mask, from: number, unit: number): Pixels {
  return mapInside(pixels, mask, (value) => (unit > 0 ? (value - from) / unit : 0));
}
