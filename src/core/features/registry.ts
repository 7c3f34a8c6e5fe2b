/** The feature steps on offer, in the order in which forms list them, and what a list of steps makes of images. */
import { z } from 'zod';
import { choiceOf, schemasOf } from '../choice.ts';
import type { ImageSet } from '../images/imageSet.ts';
import { matrixStack } from '../linalg/matrix.ts';
import { readStack } from '../linalg/parts.ts';
import type { Problem } from '../methods/problems.ts';
import { equalise } from './equalise.ts';
import type { FeatureDeclaration, Shape } from './feature.ts';
import { gabor } from './gabor.ts';
import { gradientHorizontal } from './gradientHorizontal.ts';
import { gradientMagnitude } from './gradientMagnitude.ts';
import { gradients } from './gradients.ts';
import { gradientVertical } from './gradientVertical.ts';
import { region } from './region.ts';
import { tanTriggs } from './tanTriggs.ts';
import { unitNorm } from './unitNorm.ts';
import { zeroMeanUnitVariance } from './zeroMeanUnitVariance.ts';

export const features = [
  equalise,
  zeroMeanUnitVariance,
  unitNorm,
  tanTriggs,
  gradientMagnitude,
  gradientHorizontal,
  gradientVertical,
  gradients,
  gabor,
  region,
] as const;

export const featureStepSchema = z.union(schemasOf(features));

export type FeatureStep = z.infer<typeof featureStepSchema>;

type Declared = FeatureDeclaration<z.ZodType<FeatureStep>>;

/** Throws RangeError for a kind that there is not. */
export function featureOfKind(kind: string): Declared {
  return choiceOf<Declared>(features, kind);
}

/** The declaration of a step of a spec. */
export function featureOf(step: FeatureStep): Declared {
  return featureOfKind(typeof step === 'string' ? step : Object.keys(step)[0]);
}

/** A step in words. */
export function featureTitle(step: FeatureStep): string {
  return featureOf(step).sentence(step);
}

/** Shape of the features of images of rows × cols. */
export function featureShape(steps: readonly FeatureStep[] | undefined, { rows, cols }: Shape): Shape {
  return (steps ?? []).reduce<Shape>((shape, step) => featureOf(step).shape(step, shape), { rows, cols });
}

/** Steps that do not suit the images that they are given, such as regions that leave them. */
export function checkFeatures(steps: readonly FeatureStep[] | undefined, dataset: Shape): Problem[] {
  let shape: Shape = dataset;
  const problems: Problem[] = [];
  (steps ?? []).forEach((step, index) => {
    const declared = featureOf(step);
    problems.push(...(declared.check?.(step, `features[${index}]`, shape) ?? []));
    if (problems.length === 0) shape = declared.shape(step, shape);
  });
  return problems;
}

/** The features of one image. */
export function imageFeatures(steps: readonly FeatureStep[], image: Float64Array, shape: Shape): Float64Array {
  let { rows, cols } = shape;
  let values = image;
  for (const step of steps) {
    const declared = featureOf(step);
    values = declared.pixels(step, values, { rows, cols });
    ({ rows, cols } = declared.shape(step, { rows, cols }));
  }
  return values;
}

/** Calls `take` with the features of one image after another; `checkCancelled` before each. */
export function eachFeatures(
  steps: readonly FeatureStep[],
  images: ImageSet,
  checkCancelled: () => void,
  take: (n: number, values: Float64Array) => void,
): void {
  const pixels = new Float64Array(images.rows * images.cols);
  for (let n = 0; n < images.count; n++) {
    checkCancelled();
    readStack(images, n, n + 1, pixels, 0);
    take(n, imageFeatures(steps, pixels, images));
  }
}

/** The features of all images; `checkCancelled` is called before each. */
export function featuresOf(
  steps: readonly FeatureStep[] | undefined,
  images: ImageSet,
  checkCancelled: () => void = () => undefined,
): ImageSet {
  if (!steps || steps.length === 0) return images;
  const { rows, cols } = featureShape(steps, images);
  const result = matrixStack(images.count, rows, cols);
  eachFeatures(steps, images, checkCancelled, (n, values) => result.data.set(values, n * rows * cols));
  return result;
}
