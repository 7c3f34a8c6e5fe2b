import type { PixelBlock } from '../../core/contract/types.ts';
import { resizeArea } from '../../core/images/resample.ts';
import type { DatasetRepository } from '../workspace/datasets.ts';

/**
 * 8-bit previews, reduced by area averaging to at most `maxSide` pixels a side, never enlarged. Grey values of 0…255 are
 * shown as they are; data on another scale is stretched from its least to its greatest value.
 */
export function thumbnails(
  datasets: Pick<DatasetRepository, 'pixelFacts' | 'readPixels'>,
  id: number,
  index: readonly number[],
  maxSide: number,
): PixelBlock {
  const { rows, cols, low, high } = datasets.pixelFacts(id)!;
  const scale = Math.min(1, maxSide / Math.max(rows, cols));
  const small = { rows: Math.max(1, Math.round(rows * scale)), cols: Math.max(1, Math.round(cols * scale)) };
  const isGrey = low >= 0 && high <= 255 && high > 1;
  const [from, stretch] = isGrey ? [0, 1] : [low, high > low ? 255 / (high - low) : 0];
  const pixels = new Uint8ClampedArray(index.length * small.rows * small.cols);
  const image = new Float64Array(rows * cols);
  index.forEach((position, n) => {
    datasets.readPixels(id, image, [position]);
    const reduced = scale < 1 ? resizeArea({ rows, cols, pixels: image }, small.rows, small.cols) : image;
    const offset = n * small.rows * small.cols;
    reduced.forEach((value, i) => (pixels[offset + i] = (value - from) * stretch));
  });
  return { ...small, count: index.length, pixels: Buffer.from(pixels.buffer).toString('base64') };
}
