import { eachFeatures, featureShape, type FeatureStep } from '../../src/core/features/registry.ts';
import type { ImageSet } from '../../src/core/images/imageSet.ts';
import { matrixStack } from '../../src/core/linalg/index.ts';

/** The features of all images at once, as tests want them; cells take them image by image. */
export function featuresOf(steps: readonly FeatureStep[] | undefined, images: ImageSet): ImageSet {
  if (!steps || steps.length === 0) return images;
  const { rows, cols } = featureShape(steps, images);
  const result = matrixStack(images.count, rows, cols);
  eachFeatures(
    steps,
    images,
    () => undefined,
    (n, values) => result.data.set(values, n * rows * cols),
  );
  return result;
}
