/** Bringing images to the size that an import asks for. */
import { fittedShape, onCanvas } from '../../../core/images/canvas.ts';
import type { ImportRecipe } from '../../../core/images/importRecipe.ts';
import { FormatError } from '../../../core/formats/formatError.ts';
import { resize } from '../../../core/images/resize.ts';
import type { GreyImage } from './decodeImage.ts';
import type { ImageSize } from '../types.ts';

/** What each image becomes by itself; `size` null: a part of a canvas whose size all images together make. */
export interface Sizing extends Pick<ImportRecipe, 'filter' | 'depth' | 'enlarge' | 'fit'> {
  readonly size: ImageSize | null;
}

/** What an import asks for; null: every image stays as it is. */
export function sizingOf(size: ImageSize | null, recipe: ImportRecipe): Sizing | null {
  if (recipe.fit === 'pad') return { depth: '8-bit', ...recipe, size };
  return size && { ...recipe, size };
}

/**
 * The image at the size, or on a canvas of it; itself where it has it. Throws FormatError for a smaller one, unless it
 * may be enlarged or is placed on a canvas.
 */
export function resizeImage(image: GreyImage, sizing: Sizing): GreyImage {
  const { size, fit, enlarge } = sizing;
  if (fit === 'pad' || size === null) {
    const fitted = scaled(image, fittedShape(image, size, enlarge), sizing);
    return size === null ? fitted : placed(fitted, size);
  }
  if (isEnlarged(image, sizing)) {
    throw new FormatError(
      `it has ${image.rows} × ${image.cols} pixels, fewer than the ${size.rows} × ${size.cols} asked for; allow enlarging to take it`,
    );
  }
  return scaled(image, size, sizing);
}

/** Whether the size asks for more rows or columns than there are, and the recipe does not allow that. */
export function isEnlarged({ rows, cols }: ImageSize, { size, enlarge = false, fit }: Sizing): boolean {
  return size !== null && fit !== 'pad' && !enlarge && (rows < size.rows || cols < size.cols);
}

export function placed(image: GreyImage, canvas: ImageSize): GreyImage {
  const { pixels, colours } = image;
  return {
    rows: canvas.rows,
    cols: canvas.cols,
    pixels: onCanvas(pixels, image, canvas),
    colours: colours && onCanvas(colours, image, canvas, 3),
  };
}

/** The image in this shape, grey values whole ones of 0…255 where the recipe wants 8 bits. */
function scaled(image: GreyImage, shape: ImageSize, { filter = 'area', depth }: Sizing): GreyImage {
  const { rows, cols, pixels, colours } = image;
  if (rows === shape.rows && cols === shape.cols) return image;
  const grey = (plane: ArrayLike<number>): Uint8Array | Float64Array => {
    const made = resize({ rows, cols, pixels: plane }, shape.rows, shape.cols, filter);
    // The clamped array rounds halves to even; grey values are rounded up elsewhere.
    return depth === '8-bit' ? Uint8Array.from(made, (value) => Math.min(255, Math.max(0, Math.round(value)))) : made;
  };
  return { rows: shape.rows, cols: shape.cols, pixels: grey(pixels), colours: colours && eachColour(colours, grey) };
}

/** RGB triples, each colour changed by itself. */
function eachColour(
  colours: Uint8Array | Float64Array,
  change: (plane: Float64Array) => Uint8Array | Float64Array,
): Uint8Array | Float64Array {
  const planes = [0, 1, 2].map((channel) =>
    change(Float64Array.from({ length: colours.length / 3 }, (_, i) => colours[3 * i + channel])),
  );
  const length = 3 * planes[0].length;
  const result = planes[0] instanceof Uint8Array ? new Uint8Array(length) : new Float64Array(length);
  planes.forEach((plane, channel) => plane.forEach((value, i) => (result[3 * i + channel] = value)));
  return result;
}
