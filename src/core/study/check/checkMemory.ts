/** Whether the fits of a study fit into memory that no machine has more of. What a machine lacks its cells say. */
import { KERNEL_BYTES } from '../../linalg/index.ts';
import type { LatentShape, Method, Settings } from '../../methods/method.ts';
import { cellMemory, gramObjection } from '../cells/cellMemory.ts';

export interface StudySize {
  readonly rows: number;
  readonly cols: number;
  /** Images of the dataset. */
  readonly count: number;
  /** Training images of a fit. */
  readonly train: number;
  readonly shapes: readonly LatentShape[];
}

/** Why a fit of this size exceeds the memory limit, as a clause; null if it does not. */
export function memoryObjection(method: Method, settings: Settings, size: StudySize): string | null {
  const need = cellMemory(method, { ...size, others: 0 }, settings).kernels;
  if (need <= KERNEL_BYTES) return null;
  return (
    `a fit to ${size.train} images of ${size.rows} × ${size.cols} takes ${gibibytes(need)} of kernel memory, and there ` +
    `are ${gibibytes(KERNEL_BYTES)}. Import the images smaller, or ask for fewer dimensions.`
  );
}

/**
 * What the user should know of methods that work with the inner products of all images, in a sentence; null where these
 * are not too many.
 */
export function gramWarning(method: Method, settings: Settings, size: StudySize): string | null {
  if (!method.sweep || method.memory?.(size, settings).images !== 'products') return null;
  const objection = gramObjection(size.count);
  return objection && `${method.title}: ${objection} Its cells with fewer training images than pixels will fail.`;
}

function gibibytes(bytes: number): string {
  return `${(bytes / 2 ** 30).toFixed(1)} GiB`;
}
