/**
 * Fourth-order moments of a stack of images X_1 … X_N (rows × cols). With svec P the lower triangle of a symmetric P as
 * a vector, its diagonal halved, and a = (i ≥ k), b = (j ≥ l),
 *
 *   T_ab = Σ_n (X_n,ij X_n,kl + X_n,il X_n,kj),
 *   Σ_n X_n P X_nᵀ at (i, k) = Σ_b T_ab (svec P)_b,   Σ_n X_nᵀ Q X_n at (j, l) = Σ_a T_ab (svec Q)_a,
 *
 * for any symmetric P (cols × cols), Q (rows × rows): sums over the images that take rows² cols² / 2 floating point
 * operations however many images there are.
 */
import type { ImageBatch } from './batch/imageBatch.ts';
import { withScratch } from './kernels/kernels.ts';
import { keepMoments, type Moments } from './residentMoments.ts';
import { batchMemory } from './residence.ts';

/** Columns of a strip: a few hundred rows of it stay in the second-level cache, and products read them in place. */
export const STRIP = 124;
/** Images that are summed at a time. */
const PART = 512;

/** Entries of the lower triangle of order n. */
export function triangle(n: number): number {
  return (n * (n + 1)) / 2;
}

/** Entries of T. */
export function momentEntries(rows: number, cols: number): number {
  return triangle(rows) * triangle(cols);
}

/**
 * T of the images of a batch, in strips of STRIP columns, each strip row by row: N rows² cols² floating point
 * operations. It may outlive the images. `checkCancelled`, which may throw, is called meanwhile. Throws
 * KernelMemoryError.
 */
export function momentsOf(batch: ImageBatch, checkCancelled: () => void = () => undefined): Moments {
  const { engine, chunks } = batchMemory(batch);
  const { run, arena } = engine;
  const { count, rows, cols } = batch;
  const height = triangle(rows);
  return keepMoments(arena, { rows, cols, entries: momentEntries(rows, cols) }, (at) =>
    withScratch(arena, (take) => {
      // Row i of all images of a part, one after another: their products are then read in place.
      const lines = take(Math.min(count, PART) * rows * cols);
      const square = take(cols * cols);
      chunks(take, PART, (first, images, x) => {
        const line = (i: number): number => lines + i * images * cols * 8;
        for (let i = 0; i < rows; i++) run.gatherRow(images, rows, cols, i, x, line(i));
        for (let i = 0; i < rows; i++) {
          checkCancelled();
          for (let k = 0; k <= i; k++) {
            run.gemm(cols, cols, images, 1, line(i), 1, cols, 0, line(k), 1, cols, 0, square, cols, 0);
            run.foldSquare(cols, square, at, triangle(i) + k, height, STRIP, first === 0 ? 0 : 1);
          }
        }
      });
    }),
  );
}
