/** Errors of reconstructions. */
import type { ImageSet } from '../images/imageSet.ts';
import type { Region } from '../images/maskRegions.ts';

/**
 * Root mean squared difference of the pixels of two image sets, within `region` if given. Missing pixels (NaN) are
 * skipped; null if none is left.
 */
export function rootMeanSquare(images: ImageSet, others: ImageSet, region?: Region): number | null {
  const { count, rows, cols, data } = images;
  const {
    rows: [top, bottom],
    cols: [left, right],
  } = region ?? { rows: [0, rows], cols: [0, cols] };
  let sum = 0;
  let pixels = 0;
  for (let n = 0; n < count; n++) {
    for (let r = top; r < bottom; r++) {
      const from = (n * rows + r) * cols;
      for (let i = from + left; i < from + right; i++) {
        const square = (data[i] - others.data[i]) ** 2;
        if (Number.isNaN(square)) continue;
        sum += square;
        pixels++;
      }
    }
  }
  return pixels === 0 ? null : Math.sqrt(sum / pixels);
}
