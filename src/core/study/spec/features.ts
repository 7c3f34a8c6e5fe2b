/** Feature steps of a study: what is done to every image before the methods see it. */
import { z } from 'zod';
import { gaborBank, gaborShape } from '../../images/gabor.ts';
import { gradientMagnitude, gradientPair, horizontalGradient, verticalGradient } from '../../images/gradientFeature.ts';
import type { ImageSet } from '../../images/imageSet.ts';
import type { Region } from '../../images/maskRegions.ts';
import { equaliseHistogram, tanTriggs, unitNorm, zeroMeanUnitVariance } from '../../images/photometric.ts';
import { matrixStack } from '../../linalg/matrix.ts';
import type { Problem } from '../../methods/problems.ts';

/** Rows and columns of a region of interest: the first index and the one after the last, from 0. */
const span = z.tuple([z.int().min(0), z.int().min(1)]);

export const regionSchema = z.strictObject({ rows: span, cols: span });

/** Steps without settings of their own. */
export const featureNames = [
  'equalise',
  'zero-mean-unit-variance',
  'unit-norm',
  'tan-triggs',
  'gradient-magnitude',
  'gradient-horizontal',
  'gradient-vertical',
  'gradients',
  'gabor',
] as const;

export const featureStepSchema = z.union([z.enum(featureNames), z.strictObject({ region: regionSchema })]);

export type FeatureStep = z.infer<typeof featureStepSchema>;

interface Shape {
  readonly rows: number;
  readonly cols: number;
}

export type FeatureName = (typeof featureNames)[number];
type Pixels = Float64Array<ArrayBuffer>;

const titles: Readonly<Record<FeatureName, string>> = {
  equalise: 'histogram equalisation',
  'zero-mean-unit-variance': 'zero mean and unit variance',
  'unit-norm': 'unit norm',
  'tan-triggs': "Tan and Triggs' normalisation",
  'gradient-magnitude': 'gradient magnitude',
  'gradient-horizontal': 'horizontal gradient',
  'gradient-vertical': 'vertical gradient',
  gradients: 'horizontal and vertical gradients',
  gabor: 'Gabor magnitudes (5 scales × 8 orientations)',
};

const plain: Readonly<Record<FeatureName, (image: Float64Array, rows: number, cols: number) => Pixels>> = {
  equalise: equaliseHistogram,
  'zero-mean-unit-variance': zeroMeanUnitVariance,
  'unit-norm': unitNorm,
  'tan-triggs': tanTriggs,
  'gradient-magnitude': gradientMagnitude,
  'gradient-horizontal': horizontalGradient,
  'gradient-vertical': verticalGradient,
  gradients: gradientPair,
  gabor: gaborBank,
};

/** A step in words. */
export function featureTitle(step: FeatureStep): string {
  if (typeof step === 'string') return titles[step];
  const { rows, cols } = step.region;
  return `region of rows ${rows[0]} to ${rows[1] - 1}, columns ${cols[0]} to ${cols[1] - 1}`;
}

/** Shape of the features of images of rows × cols. */
export function featureShape(steps: readonly FeatureStep[] | undefined, { rows, cols }: Shape): Shape {
  return (steps ?? []).reduce<Shape>((shape, step) => stepShape(step, shape), { rows, cols });
}

function stepShape(step: FeatureStep, shape: Shape): Shape {
  if (step === 'gabor') return gaborShape(shape.rows, shape.cols);
  if (step === 'gradients') return { rows: 2 * shape.rows, cols: shape.cols };
  if (typeof step === 'string') return shape;
  const { rows, cols } = step.region;
  return { rows: rows[1] - rows[0], cols: cols[1] - cols[0] };
}

/** Regions that are empty or leave the image. */
export function checkFeatures(steps: readonly FeatureStep[] | undefined, dataset: Shape): Problem[] {
  let shape: Shape = dataset;
  const problems: Problem[] = [];
  (steps ?? []).forEach((step, index) => {
    if (typeof step !== 'string') problems.push(...checkRegion(step.region, `features[${index}].region`, shape));
    if (problems.length === 0) shape = stepShape(step, shape);
  });
  return problems;
}

/** A region that is empty or leaves images of this shape; `at` is its field. */
export function checkRegion(region: Region, at: string, shape: Shape): Problem[] {
  return (['rows', 'cols'] as const).flatMap((axis) => {
    const [from, to] = region[axis];
    const path = `${at}.${axis}`;
    if (from < to && to <= shape[axis]) return [];
    return [{ path, message: `${path}: expected a range within 0 to ${shape[axis]}, found ${from} to ${to}.` }];
  });
}

/** The features of one image. */
export function imageFeatures(steps: readonly FeatureStep[], image: Float64Array, shape: Shape): Float64Array {
  let { rows, cols } = shape;
  let values = image;
  for (const step of steps) {
    values = typeof step === 'string' ? plain[step](values, rows, cols) : cut(values, cols, step.region);
    ({ rows, cols } = stepShape(step, { rows, cols }));
  }
  return values;
}

/** The features of all images; `checkCancelled` is called before each. */
export function featuresOf(
  steps: readonly FeatureStep[] | undefined,
  images: ImageSet,
  checkCancelled: () => void = () => undefined,
): ImageSet {
  if (!steps || steps.length === 0) return images;
  const size = images.rows * images.cols;
  const { rows, cols } = featureShape(steps, images);
  const result = matrixStack(images.count, rows, cols);
  for (let n = 0; n < images.count; n++) {
    checkCancelled();
    result.data.set(imageFeatures(steps, images.data.subarray(n * size, (n + 1) * size), images), n * rows * cols);
  }
  return result;
}

function cut(image: Float64Array, width: number, { rows, cols }: Region): Pixels {
  const result = new Float64Array((rows[1] - rows[0]) * (cols[1] - cols[0]));
  for (let r = rows[0]; r < rows[1]; r++) {
    result.set(image.subarray(r * width + cols[0], r * width + cols[1]), (r - rows[0]) * (cols[1] - cols[0]));
  }
  return result;
}
