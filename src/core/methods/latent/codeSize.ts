/** How many numbers the code of an image has: what methods of one and of two latent dimensions are compared by. */
import type { LatentShape, Method, Settings } from '../method.ts';

/** The images that a method sees: after the features. */
interface ImageSize {
  readonly rows: number;
  readonly cols: number;
}

/**
 * Numbers per code at a latent shape: q, q_c · q_r, or what the method declares. Settings that are not given have their
 * defaults. Images are needed by methods whose codes hold a row of numbers per row (column) of the image.
 */
export function codeSize(
  method: Pick<Method, 'parameters' | 'codeSize'> | undefined,
  shape: LatentShape,
  images: ImageSize,
  settings: Settings,
): number {
  if (!method?.codeSize) return shape.reduce((product, q) => product * q, 1);
  const defaults = Object.fromEntries(method.parameters.map((parameter) => [parameter.name, parameter.default]));
  return method.codeSize(shape, images, { ...defaults, ...settings });
}
