import { screenScale, type PixelBlock } from '../../core/images/pixelBlock.ts';
import type { PixelRange } from '../../core/perturbations/perturbation.ts';
import { resizeArea, type Raster } from '../../core/images/resample.ts';

/**
 * Images of one shape for the screen: 8 bits, reduced by area averaging to at most `maxSide` pixels per side, never
 * enlarged. Grey values of 0…255 are unchanged; other data are stretched from minimum to maximum.
 */
export function pixelBlock(images: Iterable<Raster>, range: PixelRange, maxSide: number): PixelBlock {
  const { from, stretch } = screenScale(range);
  const blocks: Buffer[] = [];
  let shape = { rows: 1, cols: 1 };
  for (const image of images) {
    shape = shapeOnScreen(image, maxSide);
    const reduced = reduce(image, shape);
    const bytes = Uint8ClampedArray.from(reduced, (value) => (value - from) * stretch);
    blocks.push(Buffer.from(bytes.buffer));
  }
  return { ...shape, count: blocks.length, pixels: Buffer.concat(blocks).toString('base64') };
}

/** One image on the scale of its own grey values; see `pixelBlock`. */
export function onOwnScale(image: Raster, maxSide: number): PixelBlock {
  let low = Infinity;
  let high = -Infinity;
  for (let i = 0; i < image.pixels.length; i++) {
    low = Math.min(low, image.pixels[i]);
    high = Math.max(high, image.pixels[i]);
  }
  return pixelBlock([image], { low, high }, maxSide);
}

/** The shape of an image reduced to at most `maxSide` pixels on its longer side. */
export function shapeOnScreen({ rows, cols }: { rows: number; cols: number }, maxSide: number) {
  const scale = Math.min(1, maxSide / Math.max(rows, cols));
  return { rows: Math.max(1, Math.round(rows * scale)), cols: Math.max(1, Math.round(cols * scale)) };
}

/** The image reduced to this shape; its own pixels if it already has the shape. */
export function reduce(image: Raster, { rows, cols }: { rows: number; cols: number }): ArrayLike<number> {
  return image.rows === rows && image.cols === cols ? image.pixels : resizeArea(image, rows, cols);
}
