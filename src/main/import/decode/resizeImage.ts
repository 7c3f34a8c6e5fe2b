/** Bringing images to the size that an import asks for. */
import type { ImportRecipe } from '../../../core/images/importRecipe.ts';
import { FormatError } from '../../../core/formats/error.ts';
import type { Raster } from '../../../core/images/resample.ts';
import { resize } from '../../../core/images/resize.ts';
import type { GreyImage } from './decodeImage.ts';
import type { ImageSize } from '../types.ts';

export interface Sizing extends Pick<ImportRecipe, 'filter' | 'depth' | 'enlarge'> {
  readonly size: ImageSize;
}

/** The image at the size; itself where it has it. Throws FormatError for a smaller one, unless it may be enlarged. */
export function resizeImage(image: GreyImage, sizing: Sizing): GreyImage {
  const { size } = sizing;
  if (image.rows === size.rows && image.cols === size.cols) return image;
  if (isEnlarged(image, sizing)) {
    throw new FormatError(
      `it has ${image.rows} × ${image.cols} pixels, fewer than the ${size.rows} × ${size.cols} asked for; allow enlarging to take it`,
    );
  }
  const { colours } = image;
  return { ...size, pixels: resized(image, sizing), colours: colours && resizedColours({ ...image, colours }, sizing) };
}

/** Whether the size asks for more rows or columns than there are, and the recipe does not allow that. */
export function isEnlarged({ rows, cols }: ImageSize, { size, enlarge = false }: Sizing): boolean {
  return !enlarge && (rows < size.rows || cols < size.cols);
}

/** The grey values at the size, whole ones of 0…255 where the recipe wants 8 bits. */
export function resized(image: Raster, { size, filter = 'area', depth }: Sizing): Uint8Array | Float64Array {
  const pixels = resize(image, size.rows, size.cols, filter);
  // The clamped array rounds halves to even; grey values are rounded up elsewhere.
  return depth === '8-bit' ? Uint8Array.from(pixels, (value) => Math.min(255, Math.max(0, Math.round(value)))) : pixels;
}

/** RGB triples, each colour resized by itself. */
function resizedColours(
  { rows, cols, colours }: ImageSize & { colours: ArrayLike<number> },
  sizing: Sizing,
): Uint8Array | Float64Array {
  const planes = [0, 1, 2].map((channel) => {
    const pixels = Float64Array.from({ length: rows * cols }, (_, i) => colours[3 * i + channel]);
    return resized({ rows, cols, pixels }, sizing);
  });
  const length = 3 * sizing.size.rows * sizing.size.cols;
  const result = planes[0] instanceof Uint8Array ? new Uint8Array(length) : new Float64Array(length);
  planes.forEach((plane, channel) => plane.forEach((value, i) => (result[3 * i + channel] = value)));
  return result;
}
