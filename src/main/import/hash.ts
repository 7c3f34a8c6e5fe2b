/** Fingerprint of a dataset with the machine's SHA-256. */
import { createHash } from 'node:crypto';
import { datasetBytes, type HashedImages } from '../../core/images/datasetHash.ts';
import type { Steps } from '../../core/formats/cooperativeSteps.ts';
import type { ImportedImages } from './types.ts';

/** Images of an import for hashing; spooled images are read one by one. */
export function hashedImages(images: ImportedImages): HashedImages {
  const { rows, cols, count, part } = images;
  if (!part) return images;
  return { rows, cols, count, read: (n) => Float64Array.from(part(n, n + 1)) };
}

/** `datasetHash`, one image per step. */
export function* hashSteps(images: HashedImages, labels: readonly string[]): Steps<string> {
  const hash = createHash('sha256');
  for (const part of datasetBytes(images, labels)) {
    hash.update(part);
    yield;
  }
  return hash.digest('hex');
}
