import { matrix, matrixStack, type Matrix } from '../linalg/matrix.ts';
import type { Random } from '../random/stream.ts';
import type { ImageSet } from './imageSet.ts';

/**
 * Images with independent N(0, σ²) noise added to every pixel, not clipped. `sigma` is in grey values: 25.5 on pixels
 * of 0 … 255 corresponds to 0.1 in papers. Throws RangeError for a negative σ.
 */
export function addPixelNoise(images: ImageSet, sigma: number, random: Random): ImageSet {
  if (!(sigma >= 0)) throw new RangeError(`addPixelNoise: expected σ ≥ 0, found ${sigma}`);
  const data = sigma === 0 ? images.data.slice() : images.data.map((value) => value + sigma * random.normal());
  return matrixStack(images.count, images.rows, images.cols, data);
}

/** Independent entries from N(0, 1). */
export function normalMatrix(rows: number, cols: number, random: Random): Matrix {
  const data = Float64Array.from({ length: rows * cols }, () => random.normal());
  return matrix(rows, cols, data);
}
