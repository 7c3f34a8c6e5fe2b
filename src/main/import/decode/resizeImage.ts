/** Resizes images to the size of an import. */
import { fittedShape, onCanvas } from '../../../core/images/canvas.ts';
import type { ImportRecipe } from '../../../core/images/importRecipe.ts';
import { FormatError } from '../../../core/formats/formatError.ts';
import { resize } from '../../../core/images/resize.ts';
import type { GreyImage } from './decodeImage.ts';
import type { ImageSize } from '../types.ts';

/** Target of each image; `size` null: part of a canvas whose size depends on all images. */
export interface Sizing extends Pick<ImportRecipe, 'filter' | 'depth' | 'enlarge' | 'fit'> {
  readonly size: ImageSize | null;
}

/** The sizing of an import; null: images keep their size. */
export function sizingOf(size: ImageSize | null, recipe: ImportRecipe): Sizing | null {
  if (recipe.fit === 'pad') return { depth: '8-bit', ...recipe, size };
  return size && { ...recipe, size };
}

/**
 * Resizes an image, or places it on a canvas; returns it unchanged if it has the size. Throws FormatError for a smaller
 * image, unless it may be enlarged or is placed on a canvas.
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

/** Whether the size exceeds the image in rows or columns, and the recipe does not allow enlarging. */
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

/** The image in this shape; grey values are integers of 0…255 if the recipe requests 8 bits. */
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

/** RGB triples; resizes each colour separately. */
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
