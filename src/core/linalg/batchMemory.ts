/** Location of a batch's images in kernel memory. */
import type { Kernels } from './kernels/kernels.ts';

export interface BatchMemory {
  readonly engine: Kernels;
  /**
   * Calls `work` with the position, the number and the address of the images, at most `chunk` at a time, in order;
   * `take` allocates what that needs.
   */
  readonly chunks: (
    take: (count: number) => number,
    chunk: number,
    work: (first: number, images: number, x: number) => void,
  ) => void;
}

const residences = new WeakMap<object, BatchMemory>();

/** Call when a batch is created, and with null when it is released. */
export function registerBatch(batch: object, residence: BatchMemory | null): void {
  if (residence) residences.set(batch, residence);
  else residences.delete(batch);
}

/** Throws Error for a released batch. */
export function batchMemory(batch: object): BatchMemory {
  const residence = residences.get(batch);
  if (!residence) throw new Error('ImageBatch: used after release');
  return residence;
}
