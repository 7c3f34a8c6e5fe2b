/** Images drawn from fitted densities: what methods that sample share. */
import type { ImageSet } from '../images/imageSet.ts';
import { matrixStack, type MatrixStack } from '../linalg/matrix.ts';
import type { Random } from '../random/stream.ts';
import { FitError, type GeneratedImages, type Fit } from './method.ts';

/**
 * Standard normal numbers for `count` images, as many parts an image as there are shapes, image by image: the first
 * images are the same whatever the count.
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

/** Means and, with the noise times `deviation` of each pixel added, images. */
export function addNoise(means: ImageSet, noise: MatrixStack, deviation: (pixel: number) => number): GeneratedImages {
  const size = means.rows * means.cols;
  const data = means.data.map((value, i) => value + deviation(i % size) * noise.data[i]);
  return { means, images: matrixStack(means.count, means.rows, means.cols, data) };
}

/** Throws FitError for a fit that has no density, such as one without noise. */
export function requireDensity(title: string, fit: Pick<Fit, 'logLikelihood'>): void {
  if (fit.logLikelihood === null) throw new FitError(`${title}: this fit has no density to draw images from.`);
}
