/** Products with every image of a chunk, one after the other. */
import { TRANSPOSED } from '../kernels/kernels.ts';
import type { Factor } from '../factor.ts';
import type { BatchWork } from './work.ts';

/** Values of images that are fetched ahead: a quarter of a chunk. */
const AHEAD_VALUES = 8192;

export interface EachImage {
  /** Y_n = X_nᵀ. */
  readonly transposeAll: (images: number, x: number, y: number) => void;
  /** Y_n = (X_n F)ᵀ: stacked, they are read in place by the sums that follow. */
  readonly timesRight: (images: number, x: number, factor: Factor, y: number) => void;
  /** Y_n = Fᵀ X_n. */
  readonly timesLeft: (images: number, x: number, factor: Factor, y: number) => void;
}

export function eachImage({ engine: { run }, rows, cols, size }: BatchWork): EachImage {
  /** Calls `work` for every image; images are read straight through first, a few at a time. */
  const forEach = (images: number, x: number, work: (n: number, image: number) => void): void => {
    const ahead = Math.max(1, Math.floor(AHEAD_VALUES / Math.max(1, size)));
    for (let n = 0; n < images; n++) {
      const image = x + n * size * 8;
      if (n % ahead === 0) run.touch(image, Math.min(ahead, images - n) * size * 8);
      work(n, image);
    }
  };
  return {
    transposeAll: (images, x, y) =>
      forEach(images, x, (n, image) => run.transpose(rows, cols, image, y + n * size * 8)),
    timesRight: (images, x, { at, width: q, blocks }, y) =>
      forEach(images, x, (n, image) => {
        for (const { from, width, inner } of blocks) {
          const to = y + (n * q + from) * rows * 8;
          run.gemm(rows, width, inner, 1, image, cols, 1, 0, at + from * 8, 1, q, 0, to, rows, TRANSPOSED);
        }
      }),
    timesLeft: (images, x, { at, width: q, blocks }, y) =>
      forEach(images, x, (n, image) => {
        for (const { from, width, inner } of blocks) {
          const to = y + (n * q + from) * cols * 8;
          run.gemm(width, cols, inner, 1, at + from * 8, 1, q, 0, image, 1, cols, 0, to, cols, 0);
        }
      }),
  };
}
