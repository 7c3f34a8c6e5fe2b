/**
 * Products over all matrices of a stack at once, with the stack resident in kernel memory: the inner loops of bilinear
 * methods.
 */
import { load, loadFactor } from '../loadedFactor.ts';
import { kernels, withScratch, type Kernels, TRANSPOSED } from '../kernels/kernels.ts';
import { type Matrix, type MatrixStack, matrixStack } from '../matrix.ts';
import { shapeOf, shapeOrIdentity, leftProductIsCheaper } from '../products.ts';
import { registerBatch } from '../batchMemory.ts';
import { codeSums, batchSums } from './scatterSums.ts';
import { residentImages, streamedImages, writeCentred, type BatchImages, type Take } from './imageChunks.ts';
import type { ImageBatch } from './imageBatch.ts';
import { vectorProducts } from './vectorProducts.ts';
import { batchWork, eachImage, type BatchWork } from './chunkedWork.ts';

// Projections of all images.

/** `resident` is the batch of as many matrices of `height` × `width`; it owns the block at `home`. */
function projections(
  work: BatchWork,
  resident: (home: number, height: number, width: number) => ImageBatch,
): Pick<ImageBatch, 'project' | 'projected'> {
  const { engine, count, rows, cols, size, chunkOf, guarded } = work;
  const { run, arena } = engine;
  const { chunks } = work.images;
  const { timesRight, timesLeft } = eachImage(work);

  /** Height and width of U_cᵀ X U_r. */
  const codeShape = (what: string, uc: Matrix | null, ur: Matrix | null): [number, number] => {
    if ((uc && uc.rows !== rows) || (ur && ur.rows !== cols)) {
      throw new RangeError(
        `${what}: matrices of ${rows} × ${cols} onto ${shapeOrIdentity(uc)} and ${shapeOrIdentity(ur)}`,
      );
    }
    return [uc?.cols ?? rows, ur?.cols ?? cols];
  };
  /** Images projected at a time. */
  const projectionChunk = (uc: Matrix | null, ur: Matrix | null): number =>
    chunkOf(leftFirst(uc, ur) ? uc!.cols * cols : rows * (ur?.cols ?? cols));
  /** Whether columns are projected before rows. */
  const leftFirst = (uc: Matrix | null, ur: Matrix | null): boolean =>
    uc !== null && ur !== null && leftProductIsCheaper(rows, cols, uc.cols, ur.cols);
  /**
   * U_cᵀ X_n U_r of all images, chunk by chunk: `place` returns the address of a chunk, `done` may move it from there.
   */
  const projectTo = (
    take: Take,
    uc: Matrix | null,
    ur: Matrix | null,
    place: (first: number) => number,
    done?: (first: number, images: number) => void,
  ): void => {
    const height = uc?.cols ?? rows;
    const width = ur?.cols ?? cols;
    const pc = uc && loadFactor(engine, take, uc);
    const pr = ur && loadFactor(engine, take, ur);
    const chunk = projectionChunk(uc, ur);
    const left = leftFirst(uc, ur);
    const yt = pc !== null && pr !== null ? take(chunk * (left ? height * cols : rows * width)) : 0;
    chunks(take, chunk, (first, images, x) => {
      const z = place(first);
      if (pc !== null && pr !== null && left) {
        timesLeft(images, x, pc, yt);
        run.gemm(images * height, width, cols, 1, yt, cols, 1, 0, pr.at, 1, width, 0, z, width, 0);
      } else if (pc !== null && pr !== null) {
        timesRight(images, x, pr, yt);
        for (let n = 0; n < images; n++) {
          const [from, target] = [yt + n * width * rows * 8, z + n * height * width * 8];
          run.gemm(width, height, rows, 1, from, rows, 1, 0, pc.at, 1, height, 0, target, width, TRANSPOSED);
        }
      } else if (pc !== null) timesLeft(images, x, pc, z);
      else if (pr !== null) {
        run.gemm(images * rows, width, cols, 1, x, cols, 1, 0, pr.at, 1, width, 0, z, width, 0);
      } else arena.values.copyWithin(z / 8, x / 8, x / 8 + images * size);
      done?.(first, images);
    });
  };

  return {
    project(uc, ur) {
      const [height, width] = codeShape('project', uc, ur);
      return guarded((take) => {
        const result = matrixStack(count, height, width);
        const length = height * width;
        const to = take(projectionChunk(uc, ur) * length);
        const keep = (first: number, images: number): void =>
          result.data.set(arena.values.subarray(to / 8, to / 8 + images * length), first * length);
        projectTo(take, uc, ur, () => to, keep);
        return result;
      });
    },
    projected(uc, ur) {
      const [height, width] = codeShape('projected', uc, ur);
      return guarded((take) => {
        const to = arena.allocate(count * height * width);
        const length = height * width;
        const result = resident(to, height, width);
        projectTo(take, uc, ur, (first) => to + first * length * 8);
        return result;
      });
    },
  };
}

/**
 * Largest batch, in bytes, that stays in kernel memory. Every pass over a larger one reads and centres the images
 * again, chunk by chunk, which costs 1.5 ns per pixel (10⁵ images of 64 × 64: 0.6 s) and changes no bit.
 */
export const RESIDENT_BYTES = 2 ** 27;

const live = new Set<ImageBatch>();

/** Frees every unreleased batch of this thread; call at the end of a cell, whether or not it failed. */
export function releaseBatches(): void {
  for (const batch of [...live]) batch.release();
}

/**
 * A stack with `centre` subtracted from every matrix: copied into kernel memory if it needs at most `resident` bytes,
 * else read by every product; the results have the same bits. Throws RangeError if the shapes differ and
 * KernelMemoryError (needed, available) if there is no room.
 */
export function loadBatch(stack: MatrixStack, centre?: Matrix, resident = RESIDENT_BYTES): ImageBatch {
  const { count, rows, cols } = stack;
  if (centre && (centre.rows !== rows || centre.cols !== cols)) {
    throw new RangeError(`loadBatch: a ${shapeOf(centre)} centre for matrices of ${rows} × ${cols}`);
  }
  const engine = kernels();
  const { arena } = engine;
  const size = rows * cols;
  // A single large matrix would be read as a whole anyway.
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

/** The batch of `count` matrices; releases them. */
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
