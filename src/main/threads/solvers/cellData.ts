/** What a cell is computed from, out of the memory that a study shares. */
import { findMethod } from '../../../core/methods/registry.ts';
import { cellMemory, requireMemory } from '../../../core/study/cells/cellMemory.ts';
import type { CellData, CellTask } from '../../../core/study/cells/cellTask.ts';
import { sharedFeatures } from './sharedFeatures.ts';
import { sharedGram } from './sharedGram.ts';
import { rawImagesOf, type SharedStudy } from './sharedStudy.ts';

/** Throws KernelMemoryError for a cell that cannot fit into memory; `checkCancelled` may throw meanwhile. */
export function cellData(
  shared: SharedStudy,
  { split, methodId, settings }: CellTask,
  checkCancelled: () => void,
): CellData {
  const images = sharedFeatures(shared, checkCancelled);
  const { train, test, gallery } = split;
  const method = findMethod(methodId);
  if (method) {
    const { rows, cols } = images;
    const size = { rows, cols, train: train.length, others: test.length + (gallery?.length ?? 0) };
    requireMemory(cellMemory(method, size, settings), process.availableMemory());
  }
  return {
    images,
    raw: rawImagesOf(shared),
    labels: new Int32Array(shared.labels) as unknown as Int32Array<ArrayBuffer>,
    attributes: shared.attributes,
    gram: () => sharedGram(shared, checkCancelled),
  };
}
