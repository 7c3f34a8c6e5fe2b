/** Location of a batch's images: resident in kernel memory, or read and centred a few at a time. */
import { withScratch, type Kernels } from '../kernels/kernels.ts';
import type { MatrixStack } from '../matrix.ts';
import { readStack } from '../streamedStack.ts';

export type Take = (count: number) => number;

export interface BatchImages {
  /** Calls `work` with the position, the number and the address of the images, at most `chunk` at a time, in order. */
  readonly chunks: (take: Take, chunk: number, work: (first: number, images: number, x: number) => void) => void;
  /** Whether chunks of the same images have different addresses each time. */
  readonly streamed: boolean;
  readonly release: () => void;
}

/** Values of images that are centred while they are still in the cache. */
const CENTRED_VALUES = 8192;

/** All images, in the block at `home`, which is freed with them. */
export function residentImages({ arena }: Kernels, home: number, count: number, size: number): BatchImages {
  return {
    streamed: false,
    chunks(_, chunk, work) {
      for (let first = 0; first < count; first += chunk) {
        work(first, Math.min(chunk, count - first), home + first * size * 8);
      }
    },
    release: () => arena.free(home),
  };
}

/** Images that every pass reads and centres again; the centre, if any, is in the block at `centre`. */
export function streamedImages(engine: Kernels, stack: MatrixStack, centre: number | undefined): BatchImages {
  const { count, rows, cols } = stack;
  return {
    streamed: true,
    chunks(take, chunk, work) {
      const x = take(Math.min(chunk, count) * rows * cols);
      for (let first = 0; first < count; first += chunk) {
        const end = Math.min(first + chunk, count);
        writeCentred(engine, x, stack, first, end, centre);
        work(first, end - first, x);
      }
    },
    release: () => {
      if (centre !== undefined) engine.arena.free(centre);
    },
  };
}

/**
 * Writes images `from` … `to` − 1, minus the centre at `w` if any, to address `at`; a few at a time, which are still in
 * the cache when the centre is subtracted.
 */
export function writeCentred(
  { arena, run }: Kernels,
  at: number,
  stack: MatrixStack,
  from: number,
  to: number,
  w: number | undefined,
): void {
  const size = stack.rows * stack.cols;
  if (w === undefined) return readStack(stack, from, to, arena.values, at / 8);
  const chunk = Math.max(1, Math.floor(CENTRED_VALUES / Math.max(1, size)));
  for (let first = from; first < to; first += chunk) {
    const end = Math.min(first + chunk, to);
    const x = at + (first - from) * size * 8;
    readStack(stack, first, end, arena.values, x / 8);
    for (let n = 0; n < end - first; n++) run.axpy(size, -1, w, x + n * size * 8);
  }
}

/** Bytes of each of the two panels of images in an inner product. */
const GRAM_PANEL = 2 ** 25;

/**
 * Inner products of all pairs of images, panel by panel, to the lower triangle of the count × count matrix at `c`. The
 * bits are those of one product: no entry depends on the partition into panels.
 */
export function gramByPanels(engine: Kernels, images: BatchImages, count: number, size: number, c: number): void {
  const { arena, run } = engine;
  const panel = Math.max(1, Math.floor(GRAM_PANEL / Math.max(1, 8 * size)));
  withScratch(arena, (take) => {
    const left = take(Math.min(panel, count) * size);
    images.chunks(take, panel, (i, height, x) => {
      arena.values.copyWithin(left / 8, x / 8, x / 8 + height * size);
      withScratch(arena, (takeInner) =>
        images.chunks(takeInner, panel, (j, width, y) => {
          if (j > i) return;
          run.gemm(height, width, size, 1, left, size, 1, 0, y, size, 1, 0, c + (i * count + j) * 8, count, 0);
        }),
      );
    });
  });
}
