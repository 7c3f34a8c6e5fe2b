/** Shared parts of the products of a batch: chunk sizes, scratch memory, sums over all images. */
import { ACCUMULATE, LOWER, read, withScratch, zeros, type Kernels, TRANSPOSED } from '../kernels/kernels.ts';
import { load, type Factor } from '../loadedFactor.ts';
import { matrix, type Matrix } from '../matrix.ts';
import { shapeOf } from '../products.ts';
import type { BatchImages, Take } from './imageChunks.ts';

/** Values per chunk of images or of intermediate results: a quarter of a second-level cache of 1 MiB. */
const CHUNK_VALUES = 32768;

export interface BatchWork {
  readonly engine: Kernels;
  readonly images: BatchImages;
  readonly count: number;
  readonly rows: number;
  readonly cols: number;
  /** Values per image. */
  readonly size: number;
  /** Images per chunk if each needs `values` values at a time. */
  readonly chunkOf: (values: number) => number;
  /** Calls `work` with scratch memory; throws after the release. */
  readonly guarded: <T>(work: (take: Take) => T) => T;
  /** An m × n sum: `fill` adds to the address that it gets. */
  readonly summed: (m: number, n: number, take: Take, fill: (c: number) => void) => Matrix;
  /** A d × d sum, mirrored from its lower triangle if only that was computed. */
  readonly total: (d: number, symmetric: boolean, take: Take, fill: (c: number) => void) => Matrix;
  /** A symmetric d × d sum, or its product with a matrix. */
  readonly totalTimes: (d: number, times: Matrix | undefined, take: Take, fill: (c: number) => void) => Matrix;
  /** C += Yᵀ X for `height` stacked rows of Y and X, both d wide: every sum of squares ends here. */
  readonly addGram: (d: number, height: number, y: number, x: number, c: number, symmetric: boolean) => void;
}

/** Work on `count` matrices, until `isReleased`. */
export function batchWork(
  engine: Kernels,
  images: BatchImages,
  count: number,
  rows: number,
  cols: number,
  isReleased: () => boolean,
): BatchWork {
  const { run, arena } = engine;
  const summed: BatchWork['summed'] = (m, n, take, fill) => {
    const c = zeros(arena, take, m * n);
    fill(c);
    return matrix(m, n, read(arena, c, m * n));
  };
  const total: BatchWork['total'] = (d, symmetric, take, fill) =>
    summed(d, d, take, (c) => {
      fill(c);
      if (symmetric) run.mirror(d, c, d);
    });
  return {
    engine,
    images,
    count,
    rows,
    cols,
    size: rows * cols,
    chunkOf: (values) => Math.min(Math.max(1, Math.floor(CHUNK_VALUES / Math.max(1, values))), Math.max(1, count)),
    guarded(work) {
      if (isReleased()) throw new Error('ImageBatch: used after release');
      return withScratch(arena, work);
    },
    summed,
    total,
    totalTimes(d, times, take, fill) {
      if (!times) return total(d, true, take, fill);
      const sum = zeros(arena, take, d * d);
      fill(sum);
      run.mirror(d, sum, d);
      const q = times.cols;
      const factor = load(engine, take, times);
      const product = take(d * q);
      run.gemm(d, q, d, 1, sum, d, 1, 0, factor, 1, q, 0, product, q, 0);
      return matrix(d, q, read(arena, product, d * q));
    },
    addGram(d, height, y, x, c, symmetric) {
      const mode = symmetric ? ACCUMULATE | LOWER : ACCUMULATE;
      run.gemm(d, d, height, 1, y, 1, d, 0, x, 1, d, 0, c, d, mode);
    },
  };
}

/** Throws RangeError if the matrix is given and does not have the shape that product `what` needs. */
export function requireShape(what: string, a: Matrix | null | undefined, rows: number, cols: number): void {
  if (a && (a.rows !== rows || a.cols !== cols)) {
    throw new RangeError(`${what}: expected a ${rows} × ${cols} matrix, found ${shapeOf(a)}`);
  }
}

// Products with every image of a chunk in turn.

/** Values of images that are prefetched: a quarter of a chunk. */
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
  /** Calls `work` for every image; images are first read sequentially, a few at a time. */
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
