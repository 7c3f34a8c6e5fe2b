/** Images of models as pixels for the screen. */
import type { PixelBlock } from '../../../core/images/pixelBlock.ts';
import type { ImageSet } from '../../../core/images/imageSet.ts';
import type { Raster } from '../../../core/images/resample.ts';
import type { ModelFacts } from '../../../core/study/model/openModel.ts';
import { pixelBlock } from '../pixelBlock.ts';

/** Greatest number of pixels a side of the images that are sent. */
const MAX_SIDE = 256;

/** On the scale of the training images. */
export function onScale(images: ImageSet, range: ModelFacts['range']): PixelBlock {
  return pixelBlock(rasters(images), range, MAX_SIDE);
}

/** Signed values on a scale around mid-grey, the greatest magnitude of each image at black or white. */
export function aroundGrey(images: ImageSet): { readonly extents: number[]; readonly images: PixelBlock } {
  const signed = rasters(images);
  const extents = signed.map(({ pixels }) => greatest(pixels));
  const shown = signed.map(({ pixels, ...size }, n) => {
    const scale = 127.5 / (extents[n] || 1);
    return { ...size, pixels: Float64Array.from(pixels, (value) => 127.5 + scale * value) };
  });
  return { extents, images: pixelBlock(shown, { low: 0, high: 255 }, MAX_SIDE) };
}

/** White where a pixel is missing (NaN), black elsewhere. */
export function holesOf(images: ImageSet): PixelBlock {
  const shown = rasters(images).map(({ pixels, ...size }) => ({
    ...size,
    pixels: Float64Array.from(pixels, (value) => (Number.isNaN(value) ? 255 : 0)),
  }));
  return pixelBlock(shown, { low: 0, high: 255 }, MAX_SIDE);
}

/** As they are, missing pixels at the low end. */
export function withoutMissing({ data, ...size }: ImageSet, low: number): ImageSet {
  return { ...size, data: data.map((value) => (Number.isNaN(value) ? low : value)) };
}

function greatest(pixels: ArrayLike<number>): number {
  let most = 0;
  for (let i = 0; i < pixels.length; i++) most = Math.max(most, Math.abs(pixels[i]));
  return most;
}

function rasters({ count, rows, cols, data }: ImageSet): Raster[] {
  const size = rows * cols;
  return Array.from({ length: count }, (_, n) => ({ rows, cols, pixels: data.subarray(n * size, (n + 1) * size) }));
}
