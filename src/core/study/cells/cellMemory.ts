/** What a cell or a fit needs of memory at least, so that one that cannot fit is refused before it starts. */
import { KernelMemoryError, kernelMemory, leadingEigenSquares } from '../../linalg/index.ts';
import type { Method, Settings } from '../../methods/method.ts';

/** Images of one fit. */
export interface FitSize {
  readonly rows: number;
  readonly cols: number;
  readonly train: number;
  /** Leading axes that are wanted of a decomposition; absent: all. */
  readonly axes?: number;
}

/** Images of one cell. */
export interface CellSize extends FitSize {
  /** Test images, and gallery images where they are not those of the training. */
  readonly others: number;
}

/** Bytes. */
export interface NeededMemory {
  /** In the memory of the kernels. */
  readonly kernels: number;
  /** Of the machine, beside the images that are there: copies, and the memory of the kernels. */
  readonly total: number;
}

type Sized = Pick<Method, 'family' | 'sweep'>;

/**
 * For a cell of a study. A lower bound, so that nothing is refused that would fit. Vector methods with one decomposition
 * for every q decompose a matrix of the order of pixels or training images, whichever is fewer, and copy the images only in
 * the first case; bilinear methods load them all. Other families are not bounded beyond their copies of the images.
 */
export function cellMemory(method: Sized, size: CellSize, settings: Settings = {}): NeededMemory {
  const { rows, cols, train, others } = size;
  const pixels = rows * cols;
  const copies = 8 * (train + others) * pixels;
  if (decomposes(method, settings)) {
    const kernels = decomposition(size);
    return { kernels, total: kernels + (pixels <= train ? copies : 0) };
  }
  const kernels = method.family === 'bilinear' ? 8 * Math.max(train, others) * pixels : 0;
  return { kernels, total: kernels + copies };
}

/** The same for one fit outside a study, to images that are in memory already; those of sample space are loaded as well. */
export function fitMemory(method: Sized, size: FitSize, settings: Settings = {}): NeededMemory {
  const { rows, cols, train } = size;
  const loaded = 8 * train * rows * cols;
  let kernels = method.family === 'bilinear' ? loaded : 0;
  if (decomposes(method, settings)) kernels = decomposition(size) + (rows * cols > train ? loaded : 0);
  return { kernels, total: kernels };
}

function decomposes({ family, sweep }: Sized, { algorithm }: Settings): boolean {
  return family === 'vector' && sweep !== undefined && algorithm !== 'em';
}

/** Bytes for the leading eigenpairs of a covariance or Gram matrix. */
function decomposition({ rows, cols, train, axes }: FitSize): number {
  const order = Math.min(rows * cols, train);
  return 8 * leadingEigenSquares(order, Math.min(axes ?? order, order)) * order * order;
}

/**
 * Throws KernelMemoryError (needed, available) for what cannot fit into this thread's kernel memory, or into `available`
 * bytes of the machine.
 */
export function requireMemory(need: NeededMemory, available: number): void {
  const free = kernelMemory().available;
  if (need.kernels > free) throw new KernelMemoryError(need.kernels, free);
  if (need.total > available) throw new KernelMemoryError(need.total, available);
}
