/**
 * The shape of a code that differs from the latent shape: q × q for one latent dimension, a row of numbers per image
 * row.
 */
import type { LatentShape, Settings } from '../method.ts';
import type { Declaration } from './declaration.ts';

interface ImageSize {
  readonly rows: number;
  readonly cols: number;
}

/** Sizes of a code along its one or two axes: those of `codes`, else the latent shape. */
export function codeShape(
  declaration: Declaration,
  latent: LatentShape,
  images: ImageSize,
  settings: Settings,
): readonly number[] {
  return declaration.codes?.map((factor) => sizeOf(declaration, factor, latent, images, settings)) ?? latent;
}

/** Numbers per code: the product of `codeSize`, else of the sizes of a code. */
export function declaredCodeSize(
  declaration: Declaration,
  latent: LatentShape,
  images: ImageSize,
  settings: Settings,
): number {
  const { codes, codeSize = codes } = declaration;
  const sizes = codeSize?.map((factor) => sizeOf(declaration, factor, latent, images, settings)) ?? latent;
  return sizes.reduce((product, size) => product * size, 1);
}

function sizeOf(
  { latentNames, parameters }: Declaration,
  factor: number | string,
  latent: LatentShape,
  { rows, cols }: ImageSize,
  settings: Settings,
): number {
  if (typeof factor === 'number') return factor;
  const axis = latentNames.indexOf(factor);
  if (axis >= 0) return latent[axis];
  if (factor === 'rows') return rows;
  if (factor === 'cols') return cols;
  if (factor === 'pixels') return rows * cols;
  return (settings[factor] ?? parameters.find(({ name }) => name === factor)!.default) as number;
}
