/** The Gram matrix of a dataset, computed by one of the workers and used by all. */
import { asVectors } from '../../../core/images/imageSet.ts';
import { gramOfRows, type Matrix } from '../../../core/linalg/index.ts';
import { computeOnce } from './computeOnce.ts';
import { GRAM, gramOf, imagesOf, type SharedStudy } from './sharedStudy.ts';

/** The Gram matrix; the first caller computes it while the others wait. `checkCancelled` may throw meanwhile. */
export function sharedGram(shared: SharedStudy, checkCancelled: () => void): Matrix {
  const gram = gramOf(shared);
  computeOnce(shared, GRAM, checkCancelled, () => gram.data.set(gramOfRows(asVectors(imagesOf(shared))).data));
  return gram;
}
