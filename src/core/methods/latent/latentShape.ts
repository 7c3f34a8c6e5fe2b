/** Latent shapes as keys, text and in order of size. */
import type { LatentShape, Method, Settings } from '../method.ts';

/** "10x3": the key of a shape. */
export function shapeKey(shape: LatentShape): string {
  return shape.join('x');
}

/** "(10, 3)": a shape as tables show it; '' without a latent dimension. */
export function shapeText(shape: LatentShape): string {
  return shape.length === 0 ? '' : `(${shape.join(', ')})`;
}

/** Smaller shapes first: by the number of latent values, then entry by entry. */
export function compareShapes(a: LatentShape, b: LatentShape): number {
  const size = a.reduce((product, q) => product * q, 1) - b.reduce((product, q) => product * q, 1);
  return size || byAxes(a, b);
}

/** The order of a product of axes. */
export function byAxes(a: LatentShape, b: LatentShape): number {
  const axis = a.findIndex((value, i) => value !== b[i]);
  return axis < 0 ? 0 : a[axis] - b[axis];
}

/** Where a shape stands in a list; −1 where it does not. */
export function shapeIndex(shapes: readonly LatentShape[], shape: LatentShape): number {
  return shapes.findIndex((candidate) => compareShapes(candidate, shape) === 0);
}

// How many numbers the code of an image has: what methods of one and of two latent dimensions are compared by.

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
