/** The images that the methods of a study see, computed by one of the workers and used by all. */
import { featuresOf } from '../../../core/features/registry.ts';
import type { ImageSet } from '../../../core/images/imageSet.ts';
import { computeOnce } from './computeOnce.ts';
import { FEATURES, imagesOf, rawImagesOf, type SharedStudy } from './sharedStudy.ts';

/** The images after the feature steps; `checkCancelled` may throw meanwhile. */
export function sharedFeatures(shared: SharedStudy, checkCancelled: () => void): ImageSet {
  const images = imagesOf(shared);
  const { features } = shared;
  if (!features) return images;
  computeOnce(shared, FEATURES, checkCancelled, () => {
    images.data.set(featuresOf(features.steps, rawImagesOf(shared), checkCancelled).data);
  });
  return images;
}
