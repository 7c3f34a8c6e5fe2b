import { asVectors, centreImages, meanImage, type ImageSet } from '../../images/imageSet.ts';
import { loadBatch, stackItem, type Matrix } from '../../linalg/index.ts';

/**
 * A T × d matrix X kept in kernel memory during an iteration: one copy per product would cost as much as the product.
 */
export interface ResidentRows {
  readonly rows: number;
  readonly cols: number;
  /** Σ x_ij². */
  readonly energy: number;
  /** X A for A (d × q). */
  readonly times: (a: Matrix) => Matrix;
  /** Xᵀ S (d × q) for S (T × q). */
  readonly transposedTimes: (s: Matrix) => Matrix;
  readonly release: () => void;
}

/** Loads X. Release it after the iteration. */
export function residentRows(x: Matrix): ResidentRows {
  const batch = loadBatch({ count: 1, rows: x.rows, cols: x.cols, data: x.data });
  return {
    rows: x.rows,
    cols: x.cols,
    energy: x.data.reduce((sum, value) => sum + value * value, 0),
    times: (a) => stackItem(batch.project(null, a), 0),
    // 8 ms for q = 20 at 11 000 × 256, where (Sᵀ X) took 16.
    transposedTimes: (s) => batch.sumLeftCodes(null, { count: 1, ...s }),
    release: batch.release,
  };
}

/** The mean of images, and the images minus their mean, one per row. */
export function centredRows(images: ImageSet): { mean: Matrix; x: Matrix } {
  const mean = meanImage(images);
  return { mean, x: asVectors(centreImages(images, mean)) };
}
