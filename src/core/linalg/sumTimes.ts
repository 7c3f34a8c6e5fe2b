/** Products S L of sums over images with a few columns, by the codes of the images: S is not made. */
import type { ImageBatch } from './batch/imageBatch.ts';
import { load } from './factor.ts';
import { ACCUMULATE, read, TRANSPOSED, withScratch, zeros } from './kernels/kernels.ts';
import { matrix, type Matrix } from './matrix.ts';
import { shapeOf } from './products.ts';
import { batchMemory } from './residence.ts';

/** Values of halves X F that are made at a time: a quarter of a second-level cache of 1 MiB. */
const CHUNK_VALUES = 32768;
/** Values of images that are fetched ahead. */
const AHEAD_VALUES = 8192;

/**
 * Σ X_n F Fᵀ X_nᵀ L ('right': F cols × q, L rows × p) or Σ X_nᵀ F Fᵀ X_n L ('left': F rows × q, L cols × p), from the
 * halves X_n F or Fᵀ X_n and their products with L, all in the memory of the kernels: 2 N q (rows cols + 2 d p)
 * operations, d = rows or cols. Throws RangeError where shapes do not fit, and KernelMemoryError.
 */
export function scatterTimes(batch: ImageBatch, side: 'right' | 'left', factor: Matrix, times: Matrix): Matrix {
  const { rows, cols, count } = batch;
  const [inner, d] = side === 'right' ? [cols, rows] : [rows, cols];
  if (factor.rows !== inner || times.rows !== d) {
    throw new RangeError(`sumTimes: images of ${rows} × ${cols} by ${shapeOf(factor)} and ${shapeOf(times)}`);
  }
  const { engine, chunks } = batchMemory(batch);
  const { run, arena } = engine;
  const [q, p, size] = [factor.cols, times.cols, rows * cols];
  const chunk = Math.min(Math.max(1, Math.floor(CHUNK_VALUES / Math.max(1, d * q))), Math.max(1, count));
  const ahead = Math.max(1, Math.floor(AHEAD_VALUES / Math.max(1, size)));
  return withScratch(arena, (take) => {
    const f = load(engine, take, factor);
    const l = load(engine, take, times);
    const halves = take(chunk * q * d);
    const codes = take(chunk * q * p);
    const sum = zeros(arena, take, d * p);
    chunks(take, chunk, (_, images, x) => {
      for (let n = 0; n < images; n++) {
        const [image, half] = [x + n * size * 8, halves + n * q * d * 8];
        if (n % ahead === 0) run.touch(image, Math.min(ahead, images - n) * size * 8);
        if (side === 'right') run.gemm(rows, q, cols, 1, image, cols, 1, 0, f, 1, q, 0, half, rows, TRANSPOSED);
        else run.gemm(q, cols, rows, 1, f, 1, q, 0, image, 1, cols, 0, half, cols, 0);
      }
      // A row of `halves` for each image and column of F.
      run.gemm(images * q, p, d, 1, halves, d, 1, 0, l, 1, p, 0, codes, p, 0);
      run.gemm(d, p, images * q, 1, halves, 1, d, 0, codes, 1, p, 0, sum, p, ACCUMULATE);
    });
    return matrix(d, p, read(arena, sum, d * p));
  });
}
