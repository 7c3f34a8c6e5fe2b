/** The inputs of a cell, from the shared memory of a study. */
import { findMethod } from '../../../core/methods/registry.ts';
import { cellMemory, requireMemory } from '../../../core/study/cells/cellMemory.ts';
import { gridShapes, type CellData, type CellTask } from '../../../core/study/cells/cellTask.ts';
import { rawImagesOf, type SharedStudy, FEATURES, imagesOf, GRAM, gramOf, viewOf } from './sharedStudy.ts';
import { eachFeatures, type FeatureProgress } from '../../../core/features/registry.ts';
import { commonShift } from '../../../core/images/commonShift.ts';
import type { ImageSet } from '../../../core/images/imageSet.ts';
import { placeOf } from '../../../core/images/storedImages.ts';
import { computeOnce } from './computeOnce.ts';
import { loadBatch, type Matrix } from '../../../core/linalg/index.ts';

/**
 * Throws KernelMemoryError for a cell that cannot fit into memory. `checkCancelled` may throw; `onProgress` is called
 * with the progress of features that this thread computes for all threads.
 */
export function cellData(
  study: SharedStudy,
  task: CellTask,
  checkCancelled: () => void,
  onProgress?: CellData['told'],
): CellData {
  const shared = viewOf(study, task.features);
  const images = sharedFeatures(shared, checkCancelled, onProgress);
  const { split, methodId, settings } = task;
  const { train, test, gallery } = split;
  const method = findMethod(methodId);
  if (method) {
    const { rows, cols } = images;
    const shapes = gridShapes(method, task, { rows, cols, count: train.length });
    const size = { rows, cols, train: train.length, others: test.length + (gallery?.length ?? 0), shapes };
    requireMemory(cellMemory(method, size, settings), process.availableMemory());
  }
  return {
    images,
    raw: rawImagesOf(shared),
    labels: new Int32Array(shared.labels) as unknown as Int32Array<ArrayBuffer>,
    attributes: shared.attributes,
    ...(onProgress && { told: onProgress }),
    gram: () => sharedGram(shared, checkCancelled),
  };
}

/** The images after the feature steps; `checkCancelled` may throw meanwhile. */
function sharedFeatures(shared: SharedStudy, checkCancelled: () => void, onProgress: CellData['told']): ImageSet {
  const images = imagesOf(shared);
  const { features } = shared;
  if (!features) return images;
  computeOnce(shared, FEATURES, checkCancelled, () => {
    const place = placeOf(features.pixels);
    const heed = (progress: FeatureProgress): void => {
      checkCancelled();
      onProgress?.(progress);
    };
    eachFeatures(features.steps, rawImagesOf(shared), heed, (n, values) => place(n).set(values));
  });
  return images;
}

/**
 * The Gram matrix, of images less their common shift; the first caller computes it while the others wait.
 * `checkCancelled` may throw meanwhile.
 */
export function sharedGram(shared: SharedStudy, checkCancelled: () => void): Matrix {
  const gram = gramOf(shared);
  computeOnce(shared, GRAM, checkCancelled, () => {
    const images = imagesOf(shared);
    const batch = loadBatch(images, commonShift(images) ?? undefined);
    gram.data.set(batch.gram().data);
    batch.release();
  });
  return gram;
}
