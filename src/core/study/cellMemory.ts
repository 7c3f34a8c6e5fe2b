/** What a cell needs of memory at least, so that one that cannot fit is refused before it starts. */
import { KernelMemoryError, kernelMemory } from '../linalg/index.ts';
import type { Method } from '../methods/method.ts';

/** Images of one cell. */
export interface CellSize {
  readonly rows: number;
  readonly cols: number;
  readonly train: number;
  /** Test images, and gallery images where they are not those of the training. */
  readonly others: number;
}

/** Bytes. */
export interface CellMemory {
  /** In the memory of the kernels. */
  readonly kernels: number;
  /** Of the machine: copies of the images, and the memory of the kernels. */
  readonly total: number;
}

/** Squares of the order that an eigendecomposition keeps at a time: the matrix, three of scratch, vectors, lists. */
const EIGEN_SQUARES = 6;

/**
 * A lower bound, so that nothing is refused that would fit. Vector methods with one decomposition for every q decompose a
 * matrix of the order of pixels or training images, whichever is fewer, and load the images only in the first case;
 * bilinear methods load them all. Other families are not bounded beyond their copies of the images.
 */
export function cellMemory(method: Pick<Method, 'family' | 'sweep'>, size: CellSize): CellMemory {
  const { rows, cols, train, others } = size;
  const pixels = rows * cols;
  const copies = 8 * (train + others) * pixels;
  if (method.family === 'vector' && method.sweep) {
    const loaded = pixels <= train ? 8 * train * pixels : 0;
    const order = Math.min(pixels, train);
    const kernels = loaded + 8 * EIGEN_SQUARES * order * order;
    return { kernels, total: kernels + (loaded > 0 ? copies : 0) };
  }
  const kernels = method.family === 'bilinear' ? 8 * Math.max(train, others) * pixels : 0;
  return { kernels, total: kernels + copies };
}

/**
 * Throws KernelMemoryError (needed, available) for a cell that cannot fit into this thread's kernel memory, or into
 * `available` bytes of the machine.
 */
export function requireCellMemory(need: CellMemory, available: number): void {
  const free = kernelMemory().available;
  if (need.kernels > free) throw new KernelMemoryError(need.kernels, free);
  if (need.total > available) throw new KernelMemoryError(need.total, available);
}
