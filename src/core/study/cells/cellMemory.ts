/** Lower bound of the memory that a cell or a fit needs; what cannot fit is refused before it starts. */
import { KernelMemoryError, kernelMemory, RESIDENT_BYTES } from '../../linalg/index.ts';
import { imagesCopied, type FitSize } from '../../methods/cost.ts';
import type { Method, Settings } from '../../methods/method.ts';

/** Images of one cell. */
export interface CellSize extends FitSize {
  /** Test images, and gallery images that are not training images. */
  readonly others: number;
}

/** Bytes. */
export interface NeededMemory {
  /** In the memory of the kernels. */
  readonly kernels: number;
  /** On the machine, in addition to the loaded images: copies, and the memory of the kernels. */
  readonly total: number;
}

type Sized = Pick<Method, 'memory'>;

/** Memory of a cell of a study; for methods that declare none only their copies of the images count. */
export function cellMemory({ memory = imagesCopied }: Sized, size: CellSize, settings: Settings = {}): NeededMemory {
  const { rows, cols, train, others } = size;
  const { arrays, images } = memory(size, settings);
  const copies = images === 'copied' ? 8 * (train + others) * rows * cols : 0;
  const loaded = images === 'loaded' ? residentBytes(Math.max(train, others) * rows * cols) : 0;
  return { kernels: arrays + loaded, total: arrays + loaded + copies };
}

/** Memory of one fit outside a study, to images that are in memory already. */
export function fitMemory({ memory = imagesCopied }: Sized, size: FitSize, settings: Settings = {}): NeededMemory {
  const { rows, cols, train } = size;
  const { arrays, images } = memory(size, settings);
  const pixels = rows * cols;
  // Axes are combined from the images in memory, or from 128 of them or more at a time.
  const combined = residentBytes(train * pixels) || 8 * pixels * (train <= 256 ? train : 128);
  const batch = images === 'loaded' ? residentBytes(train * pixels) : images === 'products' ? combined : 0;
  const kernels = arrays + batch;
  return { kernels, total: kernels };
}

/** Limit on the bytes of stored inner products of all images of a dataset: those of 16 384 images. */
const MOST_GRAM_BYTES = 2 ** 31;

/** Why the inner products of this many images are unavailable, as a sentence; null if they are available. */
export function gramObjection(count: number): string | null {
  if (8 * count * count <= MOST_GRAM_BYTES) return null;
  const gigabytes = (8 * count * count) / 1e9;
  return (
    `The inner products of all ${count} images would take ${gigabytes < 10 ? gigabytes.toFixed(1) : Math.round(gigabytes)} GB, ` +
    `more than the limit of ${MOST_GRAM_BYTES / 2 ** 30} GiB. Import smaller or fewer images.`
  );
}

/** Bytes of a batch with this many pixels in the memory of the kernels; 0 for larger batches, which are streamed. */
function residentBytes(pixels: number): number {
  return 8 * pixels <= RESIDENT_BYTES ? 8 * pixels : 0;
}

/**
 * Throws KernelMemoryError (needed, available) if the need exceeds this thread's kernel memory, or `available` bytes of
 * the machine.
 */
export function requireMemory(need: NeededMemory, available: number): void {
  const free = kernelMemory().available;
  if (need.kernels > free) throw new KernelMemoryError(need.kernels, free);
  if (need.total > available) throw new KernelMemoryError(need.total, available);
}
