/** Latent shapes as keys, text and in order of size. */
import type { LatentShape } from '../method.ts';

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
