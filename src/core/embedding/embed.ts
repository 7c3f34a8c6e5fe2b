/** One fit to the images of a dataset, and their codes as coordinates of a scatter plot of faces. */
import { addPixelNoise } from '../images/noise.ts';
import { asVectors, type ImageSet } from '../images/imageSet.ts';
import { matrix, type Matrix } from '../linalg/index.ts';
import { readArrays } from '../methods/learnedArrays.ts';
import { FitError, type AttributeCodes, type Fit } from '../methods/method.ts';
import { findMethod } from '../methods/registry.ts';
import { resolveSettings } from '../methods/settings.ts';
import { stream } from '../random/stream.ts';
import type { EmbeddingSpec } from './spec.ts';
import { eachRow, nearestOf } from '../methods/field/graph.ts';

/**
 * Trustworthiness of codes (Venna, Kaski 2001): 1 − 2 / (T k (2 T − 3 k − 1)) Σ_i Σ_j max(0, r(i, j) − k) over the k
 * nearest j of i among the codes; r(i, j) is the rank of j among the neighbours of i in the data. 1 if neighbours in
 * the codes are neighbours in the data. O(T² (F + q + k)) time, without a T × T matrix in memory. Needs k < T / 2.
 */
export function trustworthiness(data: Matrix, codes: Matrix, k: number): number {
  const count = data.rows;
  if (!(k >= 1 && k < count / 2)) {
    throw new RangeError(`trustworthiness: expected 1 ≤ k < ${count / 2} for ${count} rows, found ${k}`);
  }
  const near: (readonly number[])[] = [];
  eachRow(codes, (i, distances) => near.push(nearestOf(distances, i, k)));
  let sum = 0;
  eachRow(data, (i, distances) => {
    for (const j of near[i]) {
      let rank = 1;
      for (let l = 0; l < count; l++) {
        if (l !== i && (distances[l] < distances[j] || (distances[l] === distances[j] && l < j))) rank++;
      }
      sum += Math.max(0, rank - k);
    }
  });
  return 1 - (2 * sum) / (count * k * (2 * count - 3 * k - 1));
}

/** Trustworthiness is skipped above this many images: its cost grows with their square. */
const MAX_RANKED = 4000;

export interface EmbeddingData {
  readonly images: ImageSet;
  readonly labels: Int32Array;
  /** Attributes that the method requires. */
  readonly attributes?: AttributeCodes;
  readonly datasetHash: string;
}

/** Coordinates of the T images, row by row, one column per entry of the code. */
export interface Coordinates {
  readonly values: readonly number[];
  /** Computed against the images without noise; null for too many or too few images. */
  readonly trustworthiness: number | null;
}

export interface Embedding {
  readonly axes: number;
  /** Codes returned by `encode`. */
  readonly codes: Coordinates;
  /** Posterior means E[y] of the fit, given the neighbours of each image; null for methods without them. */
  readonly means: Coordinates | null;
  readonly iterations: number;
  readonly converged: boolean;
  readonly warnings: readonly string[];
}

/**
 * Fits the method to all images, with noise if the spec sets it. Random numbers are keyed by seed, dataset, noise and
 * method. `checkCancelled` is called once per iteration. Throws FitError, and InvalidInputError for invalid settings.
 */
export function embed(spec: EmbeddingSpec, data: EmbeddingData, checkCancelled: () => void): Embedding {
  const method = findMethod(spec.method);
  if (!method) throw new FitError(`There is no method "${spec.method}".`);
  const settings = resolveSettings(method, spec.settings);
  const { images, labels, attributes, datasetHash } = data;
  const noise = stream(spec.seed, datasetHash, 'embedding noise', spec.noise);
  const seen = spec.noise > 0 ? addPixelNoise(images, spec.noise, noise) : images;
  const random = stream(spec.seed, datasetHash, 'embedding', spec.noise, method.id);
  const fit = method.fit({ images: seen, labels, attributes }, spec.latent, settings, { random, checkCancelled });
  const codes = method.encode(fit, seen);
  const axes = codes.rows * codes.cols;
  const k = spec.neighbours;
  const clean = images.count <= MAX_RANKED && k < images.count / 2 ? asVectors(images) : null;
  const placed = (at: Matrix): Coordinates => ({
    values: Array.from(at.data),
    trustworthiness: clean && trustworthiness(clean, at, k),
  });
  const means = posteriorMeans(fit, images.count);
  return {
    axes,
    codes: placed(matrix(codes.count, axes, codes.data)),
    means: means && placed(means),
    iterations: fit.iterations,
    converged: fit.converged,
    warnings: fit.warnings,
  };
}

/** E, T × q. */
function posteriorMeans(fit: Fit, count: number): Matrix | null {
  const { E: means } = readArrays({ E: 'matrix?' }, fit);
  return means?.rows === count ? means : null;
}
