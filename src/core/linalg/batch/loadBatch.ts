/**
 * Products over all matrices of a stack at once, with the stack resident in kernel memory: the inner loops of bilinear
 * methods.
 */
import { load } from '../factor.ts';
import { kernels, withScratch, type Kernels } from '../kernels/kernels.ts';
import type { Matrix, MatrixStack } from '../matrix.ts';
import { shapeOf } from '../products.ts';
import { registerBatch } from '../residence.ts';
import { codeSums } from './codeSums.ts';
import { residentImages, streamedImages, writeCentred, type BatchImages } from './images.ts';
import { projections } from './projections.ts';
import type { ImageBatch } from './imageBatch.ts';
import { batchSums } from './sums.ts';
import { vectorProducts } from './vectorProducts.ts';
import { batchWork } from './work.ts';

/**
 * Bytes up to which the images of a batch stay in kernel memory. Larger ones are read and centred again by every pass
 * over them, chunk by chunk, which costs 1.5 ns a pixel (10⁵ images of 64 × 64: 0.6 s) and changes no bit.
 */
export const RESIDENT_BYTES = 2 ** 27;

const live = new Set<ImageBatch>();

/** Frees every batch of this thread that was not released: to be called at the end of a cell, whatever its end was. */
export function releaseBatches(): void {
  for (const batch of [...live]) batch.release();
}

/**
 * A stack with `centre` subtracted from every matrix: copied into kernel memory where it takes at most `resident`
 * bytes, else read by every product; the results have the same bits. Throws RangeError when the shapes differ and
 * KernelMemoryError (needed, available) when there is no room.
 */
export function loadBatch(stack: MatrixStack, centre?: Matrix, resident = RESIDENT_BYTES): ImageBatch {
  const { count, rows, cols } = stack;
  if (centre && (centre.rows !== rows || centre.cols !== cols)) {
    throw new RangeError(`loadBatch: a ${shapeOf(centre)} centre for matrices of ${rows} × ${cols}`);
  }
  const engine = kernels();
  const { arena } = engine;
  const size = rows * cols;
  // One large matrix would be read as a whole all the same.
  if (count > 1 && 8 * count * size > resident) {
    const w = centre && load(engine, (length) => arena.allocate(length), centre);
    return batchOf(engine, streamedImages(engine, stack, w), count, rows, cols);
  }
  return withScratch(arena, (take) => {
    const w = centre && load(engine, take, centre);
    const home = arena.allocate(count * size);
    writeCentred(engine, home, stack, 0, count, w);
    return batchOf(engine, residentImages(engine, home, count, size), count, rows, cols);
  });
}

/** The batch of `count` matrices, which it releases. */
function batchOf(engine: Kernels, images: BatchImages, count: number, rows: number, cols: number): ImageBatch {
  let released = false;
  const work = batchWork(engine, images, count, rows, cols, () => released);
  const batch: ImageBatch = {
    count,
    rows,
    cols,
    ...batchSums(work),
    ...codeSums(work),
    ...projections(work, (home, height, width) =>
      batchOf(engine, residentImages(engine, home, count, height * width), count, height, width),
    ),
    ...vectorProducts(work),
    release() {
      if (released) return;
      released = true;
      live.delete(batch);
      registerBatch(batch, null);
      images.release();
    },
  };
  live.add(batch);
  registerBatch(batch, { engine, chunks: images.chunks });
  return batch;
}
