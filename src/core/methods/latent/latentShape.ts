/** Latent shapes as keys and text, and their order. */
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

/** The index of a shape in a list; −1 if it is missing. */
export function shapeIndex(shapes: readonly LatentShape[], shape: LatentShape): number {
  return shapes.findIndex((candidate) => compareShapes(candidate, shape) === 0);
}

// Numbers per code, the basis for comparing methods of one and of two latent dimensions.

/** The images as methods receive them: after the features. */
interface ImageSize {
  readonly rows: number;
  readonly cols: number;
}

/**
 * Numbers per code at a latent shape: q, q_c · q_r, or as declared by the method. Omitted settings have their defaults.
 * Only methods with a row of numbers per row (column) of the image need `images`.
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
