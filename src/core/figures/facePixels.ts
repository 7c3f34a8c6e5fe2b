/** Images of models and datasets as faces of a drawing. */
import { base64Of, bytesOf } from '../formats/base64.ts';
import type { ImageSet } from '../images/imageSet.ts';
import { screenScale, type PixelBlock } from '../images/pixelBlock.ts';
import type { Box, ImageShape } from './drawing/drawing.ts';

export type FacePixels = Omit<ImageShape, 'kind' | keyof Box>;

/** The images of a block, one by one. */
export function facesOf({ rows, cols, count, pixels }: PixelBlock): FacePixels[] {
  const bytes = bytesOf(pixels);
  const size = rows * cols;
  return Array.from({ length: count }, (_, n) => {
    return { rows, cols, pixels: base64Of(bytes.subarray(n * size, (n + 1) * size)), crisp: false };
  });
}

/** The first image of a set, scaled to a range; missing pixels are black. */
export function faceOf({ rows, cols, data }: ImageSet, range: { readonly low: number; readonly high: number }) {
  const { from, stretch } = screenScale(range);
  const bytes = Uint8ClampedArray.from(data.subarray(0, rows * cols), (value) => (value - from) * stretch);
  return { rows, cols, pixels: base64Of(new Uint8Array(bytes.buffer)), crisp: false } satisfies FacePixels;
}
