/**
 * Data that the workers of a study share: pixels, labels, the Gram matrix of all images, and flags. One copy in shared
 * memory, passed to each thread when it starts.
 */
import { matrix, type Matrix } from '../../../core/linalg/matrix.ts';
import { FitError, type AttributeCodes } from '../../../core/methods/method.ts';
import { featureShape, type FeatureStep } from '../../../core/features/registry.ts';
import type { ImageSet } from '../../../core/images/imageSet.ts';
import { gramObjection } from '../../../core/study/cells/cellMemory.ts';
import { imagesOfPixels, storedPixels, type StoredPixels } from '../../../core/images/storedImages.ts';

export interface SharedStudy {
  readonly count: number;
  /** In the form of the workspace. */
  readonly pixels: StoredPixels;
  /** int32, subject numbers. */
  readonly labels: SharedArrayBuffer;
  /** Attributes that methods of the study use; one copy per thread. */
  readonly attributes: AttributeCodes;
  /** float64, count × count; filled by the first worker that needs it. null if it would be too large. */
  readonly gram: SharedArrayBuffer | null;
  /** The images after the feature steps of the study, filled by the first worker; null without steps. */
  readonly features: { readonly steps: readonly FeatureStep[]; readonly pixels: StoredPixels } | null;
  /** Data shared by methods with their own features, by `featureKey`; of their flags only the first is unused. */
  readonly views?: Readonly<Record<string, SharedStudy>>;
  /** int32: [cancelled, state of the Gram matrix, state of the features]. */
  readonly flags: SharedArrayBuffer;
}

export const CANCELLED = 0;
export const GRAM = 1;
export const FEATURES = 2;
/** States of a result that is computed once and shared. */
export const sharedState = { absent: 0, computing: 1, ready: 2 } as const;

/** Creates the shared data of a study on these images. */
export function shareStudy(
  pixels: StoredPixels,
  labels: ArrayLike<number>,
  steps: readonly FeatureStep[] = [],
  attributes: AttributeCodes = {},
): SharedStudy {
  const { count } = pixels;
  const sharedLabels = new SharedArrayBuffer(count * 4);
  new Int32Array(sharedLabels).set(labels);
  const features = steps.length > 0 ? featureMemory(steps, pixels) : null;
  // Untouched pages of a buffer cost no memory, if no method uses it.
  const gram = gramObjection(count) === null ? new SharedArrayBuffer(count * count * 8) : null;
  const flags = new SharedArrayBuffer(12);
  return { count, pixels, labels: sharedLabels, attributes, gram, features, flags };
}

/** Key of a list of feature steps. */
export function featureKey(steps: readonly FeatureStep[] | undefined): string {
  return JSON.stringify(steps ?? []);
}

/** Shared data of methods with these features. */
export function viewOf(shared: SharedStudy, steps: readonly FeatureStep[] | undefined): SharedStudy {
  return shared.views?.[featureKey(steps)] ?? shared;
}

function featureMemory(steps: readonly FeatureStep[], pixels: StoredPixels): SharedStudy['features'] {
  const shape = featureShape(steps, pixels);
  return { steps, pixels: storedPixels({ ...shape, count: pixels.count, type: 'f64' }) };
}

/** One image set per pixels of a study: results are cached by this object. */
const imageSets = new WeakMap<StoredPixels, ImageSet>();

function imagesIn(pixels: StoredPixels): ImageSet {
  let images = imageSets.get(pixels);
  if (!images) {
    images = imagesOfPixels(pixels);
    imageSets.set(pixels, images);
  }
  return images;
}

export function rawImagesOf({ pixels }: SharedStudy): ImageSet {
  return imagesIn(pixels);
}

/** The images that methods see; features are available once a worker has computed them. */
export function imagesOf(shared: SharedStudy): ImageSet {
  return shared.features ? imagesIn(shared.features.pixels) : rawImagesOf(shared);
}

/** The memory of the Gram matrix. Throws FitError if it would be too large. */
export function gramOf(shared: SharedStudy): Matrix {
  if (!shared.gram) throw new FitError(gramObjection(shared.count)!);
  return matrix(shared.count, shared.count, floats(shared.gram));
}

/** The core's arrays are typed over plain buffers; it only ever reads these. */
function floats(buffer: SharedArrayBuffer): Float64Array<ArrayBuffer> {
  return new Float64Array(buffer) as unknown as Float64Array<ArrayBuffer>;
}
