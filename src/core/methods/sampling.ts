/** Shared parts of methods that sample images from fitted densities. */
import type { ImageSet } from '../images/imageSet.ts';
import { matrixStack, type MatrixStack } from '../linalg/matrix.ts';
import type { Random } from '../random/stream.ts';
import { FitError, type GeneratedImages, type Fit } from './method.ts';

/**
 * Standard normal numbers for `count` images, one part per shape and image, image by image: the first images do not
 * depend on the count.
 */
export function standardNormals(
  random: Random,
  count: number,
  shapes: readonly (readonly [rows: number, cols: number])[],
): MatrixStack[] {
  const stacks = shapes.map(([rows, cols]) => matrixStack(count, rows, cols));
  for (let n = 0; n < count; n++) {
    for (const { rows, cols, data } of stacks) {
      const size = rows * cols;
      for (let i = n * size; i < (n + 1) * size; i++) data[i] = random.normal();
    }
  }
  return stacks;
}

/** Means, and images with noise of `deviation` added to each pixel. */
export function addNoise(means: ImageSet, noise: MatrixStack, deviation: (pixel: number) => number): GeneratedImages {
  const size = means.rows * means.cols;
  const data = means.data.map((value, i) => value + deviation(i % size) * noise.data[i]);
  return { means, images: matrixStack(means.count, means.rows, means.cols, data) };
}

/** Throws FitError for a fit without a density, e.g. one without noise. */
export function requireDensity(title: string, fit: Pick<Fit, 'logLikelihood'>): void {
  if (fit.logLikelihood === null) throw new FitError(`${title}: this fit has no density to draw images from.`);
}
