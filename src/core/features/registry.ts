/** Registry of feature steps, in the order of forms, and the result of a list of steps. */
import { z } from 'zod';
import { choiceOf, schemasOf } from '../choice.ts';
import type { ImageSet } from '../images/imageSet.ts';
import { readStack } from '../linalg/streamedStack.ts';
import type { Problem } from '../methods/problems.ts';
import { attached } from './attachedVectors.ts';
import { blur } from './blur.ts';
import type { FeatureDeclaration, FeatureSource, Shape } from './feature.ts';
import { gabor } from './gabor.ts';
import { gradientHorizontal, gradientMagnitude, gradients, gradientVertical } from './gradients.ts';
import { hog } from './hog.ts';
import { lbp } from './lbp.ts';
import { equalise, tanTriggs, unitNorm, zeroMeanUnitVariance } from './photometric.ts';
import { region } from './region.ts';

export const features = [
  equalise,
  zeroMeanUnitVariance,
  unitNorm,
  tanTriggs,
  blur,
  gradientMagnitude,
  gradientHorizontal,
  gradientVertical,
  gradients,
  gabor,
  lbp,
  hog,
  region,
  attached,
] as const;

export const featureStepSchema = z.union(schemasOf(features));

export type FeatureStep = z.infer<typeof featureStepSchema>;

type Declared = FeatureDeclaration<z.ZodType<FeatureStep>>;

/** Throws RangeError for an unknown kind. */
export function featureOfKind(kind: string): Declared {
  return choiceOf<Declared>(features, kind);
}

export function featureOf(step: FeatureStep): Declared {
  if (typeof step === 'string') return plainKinds.has(step) ? featureOfKind(step) : (attached as Declared);
  return featureOfKind(Object.keys(step).find((name) => kinds.has(name))!);
}

const kinds: ReadonlySet<string> = new Set(features.map(({ kind }) => kind));
/** Steps that may be written as their kind alone; other strings are names of attached vectors. */
const plainKinds: ReadonlySet<string> = new Set(
  features
    .filter(({ kind, schema }) => kind !== attached.kind && schema.safeParse(kind).success)
    .map(({ kind }) => kind),
);

/** Whether a name denotes a step, and so cannot name attached vectors. */
export function isFeatureKind(name: string): boolean {
  return kinds.has(name);
}

/** Splits steps into the attached vectors that replace the pixels, if any, and the remaining steps. */
export function withVectors(steps: readonly FeatureStep[] = []): {
  readonly vectors: string | null;
  readonly steps: readonly FeatureStep[];
} {
  const [first, ...rest] = steps;
  return typeof first === 'string' && !plainKinds.has(first)
    ? { vectors: first, steps: rest }
    : { vectors: null, steps };
}

/** Steps as in the keys of cells: attached vectors by their hash. */
export function featureIdentity(
  steps: readonly FeatureStep[] | undefined,
  attachments: Readonly<Record<string, { readonly hash: string }>> = {},
): unknown {
  return steps?.map((step) => {
    const isAttached = featureOf(step).kind === attached.kind;
    return isAttached ? { attached: attachments[step as string]?.hash ?? step } : step;
  });
}

/** The form of a step in a spec: its kind alone if the schema allows that and no field differs from its default. */
export function writtenStep(kind: string, fields: Readonly<Record<string, unknown>>): FeatureStep {
  const preset = featureOfKind(kind).parameters.every((parameter) =>
    parameter.name in fields ? 'default' in parameter && fields[parameter.name] === parameter.default : true,
  );
  return (preset && plainKinds.has(kind) ? kind : fields) as FeatureStep;
}

export function featureTitle(step: FeatureStep): string {
  return featureOf(step).sentence(step);
}

/** Shape of the features of images of rows × cols. */
export function featureShape(
  given: readonly FeatureStep[] | undefined,
  { rows, cols, attachments = {} }: FeatureSource,
): Shape {
  const { vectors, steps } = withVectors(given);
  const start = vectors === null ? { rows, cols } : { rows: attachments[vectors]?.length ?? 1, cols: 1 };
  return steps.reduce<Shape>((shape, step) => featureOf(step).shape(step, shape), start);
}

/**
 * Problems of steps that do not suit their input, such as regions beyond the image, and of vectors that the dataset
 * lacks; `path` is the place of the list in the spec.
 */
export function checkFeatures(
  given: readonly FeatureStep[] | undefined,
  dataset: FeatureSource,
  path = 'features',
): Problem[] {
  const { vectors, steps } = withVectors(given);
  const attachments = dataset.attachments ?? {};
  if (vectors !== null && !Object.hasOwn(attachments, vectors)) return [noStep(`${path}[0]`, vectors, attachments)];
  let shape: Shape = featureShape(vectors === null ? [] : [vectors], dataset);
  const problems: Problem[] = [];
  steps.forEach((step, index) => {
    const declared = featureOf(step);
    const place = `${path}[${index + (vectors === null ? 0 : 1)}]`;
    if (declared.kind === attached.kind) {
      const isAttached = Object.hasOwn(attachments, step as string);
      const message = `${place}: attached vectors replace the images and must come first.`;
      problems.push(isAttached ? { path: place, message } : noStep(place, step as string, attachments));
    } else problems.push(...(declared.check?.(step, place, shape) ?? []));
    if (problems.length === 0) shape = declared.shape(step, shape);
  });
  return problems;
}

function noStep(path: string, name: string, attachments: Readonly<Record<string, unknown>>): Problem {
  if (kinds.has(name)) {
    const message = `${path}: the step "${name}" needs its setting, as { "${name}": … }; no attached vectors have this name.`;
    return { path, message };
  }
  const names = Object.keys(attachments).map((each) => `"${each}"`);
  const steps = [...plainKinds];
  return {
    path,
    message:
      `${path}: no feature step or attached vectors named "${name}"; the steps are ${steps.join(', ')}; ` +
      `attached to the dataset: ${names.length === 0 ? 'none' : names.join(', ')}.`,
  };
}

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

/** Progress of the features of many images. */
export interface FeatureProgress {
  /** The next image, from 1. */
  readonly image: number;
  readonly of: number;
}

/** Calls `take` with the features of each image in turn; calls `heed`, which may throw, before each. */
export function eachFeatures(
  steps: readonly FeatureStep[],
  images: ImageSet,
  heed: (progress: FeatureProgress) => void,
  take: (n: number, values: Float64Array) => void,
): void {
  const pixels = new Float64Array(images.rows * images.cols);
  for (let n = 0; n < images.count; n++) {
    heed({ image: n + 1, of: images.count });
    readStack(images, n, n + 1, pixels, 0);
    take(n, imageFeatures(steps, pixels, images));
  }
}
