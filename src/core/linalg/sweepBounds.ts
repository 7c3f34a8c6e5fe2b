/** Bounds that let a sweep over latent dimensions leave distant gallery items early, without changing its result. */
import type { Matrix } from './matrix.ts';
import { multiply } from './products.ts';

/** One weight list a term, and for every shape (ascending) its last entry and its coefficients. */
export interface SweepTerms {
  readonly weights: readonly Float64Array[];
  readonly coefficients: readonly (readonly number[])[];
}

/**
 * The bound lies above the distance it comes from by more than rounding can make up: weights are at least LEAST_SHARE of
 * their terms, so a distance is right to about 1e-16 · length / LEAST_SHARE, far below SLACK.
 */
const LEAST_SHARE = 1e-3;
const SLACK = 1e-9;

/**
 * For every probe a distance above that of its nearest item at every shape; `lasts` are the ascending positions of the last
 * entries of the shapes, and the codes (count × length) end at the last of them. Distances that only grow with the
 * shape are at every shape at most the distance of any one item at the largest; the item taken here is the nearest
 * there, up to rounding. Infinity for all probes where a distance may shrink from a shape to a larger one.
 */
export function sweepBounds(
  gallery: Matrix,
  probes: Matrix,
  lasts: readonly number[],
  terms?: SweepTerms,
): Float64Array {
  const bounds = new Float64Array(probes.rows).fill(Infinity);
  const final = terms ? finalWeights(terms, lasts, gallery.cols) : new Float64Array(gallery.cols).fill(1);
  if (final === null) return bounds;
  const roots = final.map(Math.sqrt);
  const items = scaled(gallery, roots);
  const products = multiply(scaled(probes, roots), items, { transposeB: true });
  const halfNorms = Float64Array.from({ length: items.rows }, (_, g) => {
    let sum = 0;
    for (let k = g * items.cols; k < (g + 1) * items.cols; k++) sum += items.data[k] * items.data[k];
    return sum / 2;
  });
  for (let p = 0; p < probes.rows; p++) {
    let nearest = 0;
    let least = Infinity;
    for (let g = 0; g < items.rows; g++) {
      const score = halfNorms[g] - products.data[p * items.rows + g];
      if (score < least) [least, nearest] = [score, g];
    }
    let sum = 0;
    for (let k = 0; k < gallery.cols; k++) {
      const difference = gallery.data[nearest * gallery.cols + k] - probes.data[p * gallery.cols + k];
      sum += final[k] * difference * difference;
    }
    // Never 0, and above the sum however the terms were rounded.
    if (Number.isFinite(sum)) bounds[p] = sum * (1 + SLACK) + Number.MIN_VALUE;
  }
  return bounds;
}

/** The weight of every entry at the largest shape; null unless no entry's weight shrinks from a shape to the next. */
function finalWeights(
  { weights, coefficients }: SweepTerms,
  lasts: readonly number[],
  length: number,
): Float64Array | null {
  const final = new Float64Array(length);
  for (let s = 0; s < lasts.length; s++) {
    for (let k = 0; k <= lasts[s]; k++) {
      let weight = 0;
      let size = 0;
      for (let t = 0; t < weights.length; t++) {
        const part = coefficients[s][t] * weights[t][k];
        weight += part;
        size += Math.abs(part);
      }
      if (!(weight >= LEAST_SHARE * size) || weight < final[k] * (1 - SLACK / 1000)) return null;
      final[k] = weight;
    }
  }
  return final;
}

function scaled(codes: Matrix, factors: Float64Array): Matrix {
  const data = new Float64Array(codes.data.length);
  for (let i = 0, k = 0; i < codes.rows; i++) {
    for (let j = 0; j < codes.cols; j++, k++) data[k] = codes.data[k] * factors[j];
  }
  return { rows: codes.rows, cols: codes.cols, data };
}
