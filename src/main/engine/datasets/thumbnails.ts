import type { PixelBlock } from '../../../core/images/pixelBlock.ts';
import type { Raster } from '../../../core/images/resample.ts';
import type { DatasetRepository } from '../../workspace/datasets/datasets.ts';
import { pixelBlock } from '../pixelBlock.ts';

/** Images of these indices for the screen. */
export function thumbnails(
  datasets: Pick<DatasetRepository, 'pixelFacts' | 'readPixels'>,
  id: number,
  index: readonly number[],
  maxSide: number,
): PixelBlock {
  const { rows, cols, ...range } = datasets.pixelFacts(id)!;
  const pixels = new Float64Array(rows * cols);
  const images = function* (): Generator<Raster> {
    for (const position of index) {
      datasets.readPixels(id, pixels, [position]);
      yield { rows, cols, pixels };
    }
  };
  return pixelBlock(images(), range, maxSide);
}
