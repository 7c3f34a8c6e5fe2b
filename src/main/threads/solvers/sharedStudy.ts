/**
 * What the workers of a study share: pixels, labels, the Gram matrix of all images, and two flags. It lies in shared
 * memory, once for all threads, and is handed to each thread when it starts.
 */
import { matrix, matrixStack, type Matrix } from '../../../core/linalg/matrix.ts';
import { FitError, type AttributeCodes } from '../../../core/methods/method.ts';
import { featureShape, type FeatureStep } from '../../../core/features/registry.ts';
import type { ImageSet } from '../../../core/images/imageSet.ts';

export interface SharedStudy {
  readonly rows: number;
  readonly cols: number;
  readonly count: number;
  /** float64, `count` images row by row. */
  readonly pixels: SharedArrayBuffer;
  /** int32, subject numbers. */
  readonly labels: SharedArrayBuffer;
  /** Those that methods of the study ask for; a copy a thread. */
  readonly attributes: AttributeCodes;
  /** float64, count × count; filled by the first worker that needs it. Null where it would be too large. */
  readonly gram: SharedArrayBuffer | null;
  /** The images after the feature steps of the study, filled by the first worker; null where it has no steps. */
  readonly features: {
    readonly steps: readonly FeatureStep[];
    readonly rows: number;
    readonly cols: number;
    readonly pixels: SharedArrayBuffer;
  } | null;
  /** int32: [cancelled, state of the Gram matrix, state of the features]. */
  readonly flags: SharedArrayBuffer;
}

export const CANCELLED = 0;
export const GRAM = 1;
export const FEATURES = 2;
/** Of what is computed once and shared. */
export const sharedState = { absent: 0, computing: 1, ready: 2 } as const;

/** 16 384 images. */
const MAX_GRAM_BYTES = 2 ** 31;

/** Shared memory for a dataset; `readPixels` fills in the grey values. */
export function shareStudy(
  shape: { readonly rows: number; readonly cols: number; readonly count: number },
  labels: ArrayLike<number>,
  readPixels: (target: Float64Array) => void,
  steps: readonly FeatureStep[] = [],
  attributes: AttributeCodes = {},
): SharedStudy {
  const { rows, cols, count } = shape;
  const pixels = new SharedArrayBuffer(count * rows * cols * 8);
  readPixels(new Float64Array(pixels));
  const sharedLabels = new SharedArrayBuffer(count * 4);
  new Int32Array(sharedLabels).set(labels);
  const features = steps.length > 0 ? featureMemory(steps, shape) : null;
  // Pages of a buffer that no method asks for are never touched and cost no memory.
  const gramBytes = count * count * 8;
  const gram = gramBytes <= MAX_GRAM_BYTES ? new SharedArrayBuffer(gramBytes) : null;
  const flags = new SharedArrayBuffer(12);
  return { rows, cols, count, pixels, labels: sharedLabels, attributes, gram, features, flags };
}

function featureMemory(
  steps: readonly FeatureStep[],
  { rows, cols, count }: { readonly rows: number; readonly cols: number; readonly count: number },
): SharedStudy['features'] {
  const shape = featureShape(steps, { rows, cols });
  return { steps, ...shape, pixels: new SharedArrayBuffer(count * shape.rows * shape.cols * 8) };
}

/** The images as imported. */
export function rawImagesOf(shared: SharedStudy): ImageSet {
  return matrixStack(shared.count, shared.rows, shared.cols, floats(shared.pixels));
}

/** The images that methods see; features are there once a worker has computed them. */
export function imagesOf(shared: SharedStudy): ImageSet {
  const { features } = shared;
  if (!features) return rawImagesOf(shared);
  return matrixStack(shared.count, features.rows, features.cols, floats(features.pixels));
}

/** The memory of the Gram matrix. Throws FitError where it would be too large. */
export function gramOf(shared: SharedStudy): Matrix {
  if (!shared.gram) {
    const gigabytes = Math.round((shared.count * shared.count * 8) / 1e9);
    throw new FitError(
      `The inner products of all ${shared.count} images would take ${gigabytes} GB. Import the images smaller or fewer.`,
    );
  }
  return matrix(shared.count, shared.count, floats(shared.gram));
}

/** The core's arrays are typed over plain buffers; it only ever reads these. */
function floats(buffer: SharedArrayBuffer): Float64Array<ArrayBuffer> {
  return new Float64Array(buffer) as unknown as Float64Array<ArrayBuffer>;
}
