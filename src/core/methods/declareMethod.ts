/**
 * The frame of a method. It checks subjects, latent shapes and images, checks for cancellation, fills in settings and
 * stamps fits, so a declaration contains only mathematics. Settings and learned arrays have the types of their
 * declarations.
 */
import type { ImageSet } from '../images/imageSet.ts';
import type { MatrixStack } from '../linalg/matrix.ts';
import type { Random } from '../random/stream.ts';
import type { CostSize, FitCost, FitSize, WorkingMemory } from './cost.ts';
import {
  FitError,
  type Citation,
  type Components,
  type DecisionRule,
  type GeneratedImages,
  type Fit,
  type FitContext,
  type FitSession,
  type LatentShape,
  type Method,
  type NestedSweep,
  type PairRatio,
  type Settings,
  type SweepInput,
  type TrainingData,
} from './method.ts';
import { readArrays, storedArrays, type ArrayKinds, type Arrays } from './learnedArrays.ts';
import { settingsOf, type Parameters, type SettingsOf } from './typedSettings.ts';

// Checks of images and latent shapes.

/** Throws RangeError if images do not have the shape of the fit. */
function requireImageShape(fit: Fit, images: ImageSet): void {
  const { rows, cols } = fit.imageShape;
  if (images.rows !== rows || images.cols !== cols) {
    throw new RangeError(
      `${fit.method}: the model was fitted to images of ${rows} × ${cols}, found ${images.rows} × ${images.cols}`,
    );
  }
}

/** Throws FitError unless `latent` is a shape from 1 to `largest` in every entry. */
export function requireLatent(title: string, latent: LatentShape, largest: LatentShape, images: ImageSet): void {
  const fits =
    latent.length === largest.length && latent.every((q, i) => Number.isInteger(q) && q >= 1 && q <= largest[i]);
  if (fits) return;
  const data = `${images.count} training images of ${images.rows} × ${images.cols}`;
  throw new FitError(
    largest.some((q) => q < 1)
      ? `${title} has no latent shape for ${data}: more training images are needed.`
      : `${title}: latent shape (${latent.join(', ')}) is outside (${largest.map(() => 1).join(', ')}) … (${largest.join(', ')}), the range for ${data}.`,
  );
}

/** Facts of a fit in addition to its arrays. */
export type FitFacts = Omit<Fit, 'method' | 'latent' | 'settings' | 'imageShape' | 'parameters'>;

export const CLOSED_FORM = {
  trace: [],
  objective: null,
  iterations: 0,
  converged: true,
  logLikelihood: null,
  warnings: [],
} as const satisfies FitFacts;

/** The result of a fit; omitted facts have the values of a closed form. */
export interface Learned<A extends ArrayKinds> extends Partial<FitFacts> {
  readonly arrays: Arrays<A>;
}

/** A fit with typed settings and arrays. */
export interface Model<S, A extends ArrayKinds> extends Omit<Fit, 'settings' | 'parameters'> {
  readonly settings: S;
  readonly arrays: Arrays<A>;
}

/** `FitSession` without the frame. */
export interface LearningSession<S, A extends ArrayKinds> {
  readonly fit: (latent: LatentShape, warm?: Model<S, A>) => Learned<A>;
  readonly fitAll?: (shapes: readonly LatentShape[]) => Iterable<readonly (Learned<A> | Error)[]> | null;
  readonly encode?: (fit: Model<S, A>, images: ImageSet) => MatrixStack;
  readonly encodeAll?: (fits: readonly Model<S, A>[], images: ImageSet) => MatrixStack[];
  readonly release: () => void;
}

type Fitted =
  | 'parameters'
  | 'usesLabels'
  | 'attributes'
  | 'memory'
  | 'cost'
  | 'codeSize'
  | 'estimatesMissing'
  | 'fit'
  | 'open'
  | 'sweep'
  | 'encode'
  | 'reconstruct'
  | 'impute'
  | 'logLikelihood'
  | 'sample'
  | 'components'
  | 'pairRatio'
  | 'ownRule'
  | 'incremental';

/** Definition of a method; see `Method` for the fields. */
export interface Definition<P extends Parameters, A extends ArrayKinds, S = SettingsOf<P>> extends Omit<
  Method,
  Fitted | 'outside' | 'latentKind' | 'citation'
> {
  readonly citation: Citation;
  readonly parameters: P;
  readonly arrays: A;
  readonly usesLabels?: (settings: S) => boolean;
  readonly attributes?: (settings: S) => readonly string[];
  readonly memory?: (size: FitSize, settings: S) => WorkingMemory;
  readonly cost: (size: CostSize, settings: S) => FitCost;
  readonly codeSize?: (shape: LatentShape, images: Fit['imageShape'], settings: S) => number;
  readonly estimatesMissing?: (settings: S) => boolean;
  /** Absent: a session for one shape. */
  readonly fit?: (data: TrainingData, latent: LatentShape, settings: S, context: FitContext) => Learned<A>;
  readonly open?: (data: TrainingData, settings: S, context: FitContext) => LearningSession<S, A>;
  readonly sweep?: (input: SweepInput<S>) => NestedSweep | null;
  readonly encode: (fit: Model<S, A>, images: ImageSet) => MatrixStack;
  readonly reconstruct?: (fit: Model<S, A>, codes: MatrixStack) => ImageSet;
  readonly impute?: (fit: Model<S, A>, images: ImageSet) => ImageSet;
  readonly logLikelihood?: (fit: Model<S, A>, images: ImageSet) => Float64Array;
  readonly sample?: (fit: Model<S, A>, count: number, random: Random) => GeneratedImages;
  readonly components?: (fit: Model<S, A>, images: ImageSet) => Components;
  readonly pairRatio?: (fit: Model<S, A>, gallery: ImageSet, probes: ImageSet) => PairRatio;
  readonly ownRule?: Pick<DecisionRule, 'sentence'> & {
    readonly applies: (settings: S) => boolean;
    readonly classify: (fit: Model<S, A>, training: TrainingData, probes: ImageSet) => Int32Array;
  };
  readonly incremental?: {
    /** The arrays that a summary of the images adds. */
    readonly keep: (fit: Model<S, A>, images: ImageSet) => Partial<Arrays<A>>;
    readonly resume: (fit: Model<S, A>, images: ImageSet, context: FitContext) => Learned<A>;
  };
}

/** A method whose parameters and arrays are known to the compiler. */
export interface Declared<P extends Parameters, A extends ArrayKinds> extends Method {
  readonly citation: Citation;
  readonly parameters: P;
  readonly arrays: A;
}

export function arraysOf<A extends ArrayKinds>(
  { arrays }: Pick<Declared<Parameters, A>, 'arrays'>,
  fit: Pick<Fit, 'method' | 'parameters'>,
): Arrays<A> {
  return readArrays(arrays, fit);
}

export function declareMethod<const P extends Parameters, const A extends ArrayKinds>(
  definition: Definition<P, A>,
): Declared<P, A> {
  type S = SettingsOf<P>;
  const { id, title, parameters, arrays, largestLatent } = definition;
  const { usesLabels, attributes, memory, cost, codeSize, estimatesMissing, ownRule, incremental } = definition;
  const {
    fit: fitOne,
    open,
    sweep,
    encode,
    reconstruct,
    impute,
    logLikelihood,
    sample,
    components,
    pairRatio,
  } = definition;
  const declaredSettings = (settings: object): S => settingsOf(parameters, settings);

  const modelOf = (fit: Fit): Model<S, A> => {
    const { parameters: _, ...rest } = fit;
    return { ...rest, settings: declaredSettings(fit.settings), arrays: readArrays(arrays, fit) };
  };
  const modelFor = (fit: Fit, ...sets: readonly ImageSet[]): Model<S, A> => {
    for (const images of sets) requireImageShape(fit, images);
    return modelOf(fit);
  };
  const stamped = (
    { arrays: learned, ...facts }: Learned<A>,
    latent: LatentShape,
    settings: Settings,
    { rows, cols }: Fit['imageShape'],
  ): Fit => ({
    method: id,
    latent,
    settings,
    imageShape: { rows, cols },
    parameters: storedArrays(learned),
    ...CLOSED_FORM,
    ...facts,
  });
  const requireLabels = ({ labels }: TrainingData, settings: S): void => {
    if (usesLabels?.(settings) && !labels) throw new FitError(`${title} needs the subject of every training image.`);
  };
  const requireShape = ({ images, labels }: TrainingData, latent: LatentShape): void => {
    const subjects = labels ? new Set(labels.filter((label) => label >= 0)).size : undefined;
    requireLatent(title, latent, largestLatent(images.rows, images.cols, images.count, subjects), images);
  };

  const opened = (data: TrainingData, settings: Settings, context: FitContext): FitSession => {
    requireLabels(data, declaredSettings(settings));
    const session = open!(data, declaredSettings(settings), context);
    const stamp = (learned: Learned<A>, latent: LatentShape): Fit => stamped(learned, latent, settings, data.images);
    const { fitAll, encode: encodeOne, encodeAll, release } = session;
    return {
      fit(latent, warm) {
        requireShape(data, latent);
        return stamp(session.fit(latent, warm && modelOf(warm)), latent);
      },
      ...(fitAll && {
        fitAll(shapes) {
          const refused = shapes.map((latent) => refusal(() => requireShape(data, latent)));
          const blocks = fitAll(shapes.filter((_, at) => refused[at] === null));
          return blocks && inPlace(blocks, shapes, refused, stamp);
        },
      }),
      ...(encodeOne && { encode: (fit, images) => encodeOne(modelFor(fit, images), images) }),
      ...(encodeAll && { encodeAll: (fits, images) => encodeAll(fits.map(modelOf), images) }),
      release,
    };
  };

  return {
    ...definition,
    latentKind: definition.latentNames.length === 2 ? 'matrix' : 'vector',
    usesLabels: usesLabels && ((settings) => usesLabels(declaredSettings(settings))),
    attributes: attributes && ((settings) => attributes(declaredSettings(settings))),
    memory: memory && ((size, settings) => memory(size, declaredSettings(settings))),
    cost: (size, settings) => cost(size, declaredSettings(settings)),
    codeSize: codeSize && ((shape, images, settings) => codeSize(shape, images, declaredSettings(settings))),
    estimatesMissing: estimatesMissing && ((settings) => estimatesMissing(declaredSettings(settings))),

    fit(data, latent, settings, context) {
      context.checkCancelled();
      if (fitOne) {
        requireLabels(data, declaredSettings(settings));
        requireShape(data, latent);
        return stamped(fitOne(data, latent, declaredSettings(settings), context), latent, settings, data.images);
      }
      const session = opened(data, settings, context);
      try {
        return session.fit(latent, context.warm);
      } finally {
        session.release();
      }
    },
    open: open && opened,
    sweep:
      sweep &&
      ((input) => {
        input.context.checkCancelled();
        return sweep({ ...input, settings: declaredSettings(input.settings) });
      }),

    encode: (fit, images) => encode(modelFor(fit, images), images),
    reconstruct: reconstruct && ((fit, codes) => reconstruct(modelOf(fit), codes)),
    impute: impute && ((fit, images) => impute(modelFor(fit, images), images)),
    logLikelihood: logLikelihood && ((fit, images) => logLikelihood(modelFor(fit, images), images)),
    sample: sample && ((fit, count, random) => sample(modelOf(fit), count, random)),
    components: components && ((fit, images) => components(modelFor(fit, images), images)),
    pairRatio: pairRatio && ((fit, gallery, probes) => pairRatio(modelFor(fit, gallery, probes), gallery, probes)),
    ownRule: ownRule && {
      sentence: ownRule.sentence,
      applies: (settings) => ownRule.applies(declaredSettings(settings)),
      classify: (fit, training, probes) => ownRule.classify(modelFor(fit, probes), training, probes),
    },
    incremental: incremental && {
      keep(fit, images) {
        const added = storedArrays(incremental.keep(modelFor(fit, images), images));
        return { ...fit, parameters: { ...fit.parameters, ...added } };
      },
      resume(fit, images, context) {
        context.checkCancelled();
        const learned = incremental.resume(modelFor(fit, images), images, context);
        return stamped(learned, fit.latent, fit.settings, fit.imageShape);
      },
    },
  };
}

function refusal(check: () => void): FitError | null {
  try {
    check();
    return null;
  } catch (error) {
    if (error instanceof FitError) return error;
    throw error;
  }
}

/** Blocks of fits to the accepted shapes, with the refusals at their positions. */
function* inPlace<L>(
  blocks: Iterable<readonly (L | Error)[]>,
  shapes: readonly LatentShape[],
  refused: readonly (FitError | null)[],
  stamp: (learned: L, latent: LatentShape) => Fit,
): Generator<(Fit | Error)[]> {
  let at = 0;
  for (const block of blocks) {
    const fits: (Fit | Error)[] = [];
    for (const learned of block) {
      for (let refusal = refused[at]; refusal !== null; refusal = refused[++at]) fits.push(refusal);
      fits.push(learned instanceof Error ? learned : stamp(learned, shapes[at]));
      at++;
    }
    yield fits;
  }
  const rest = refused.slice(at).filter((refusal) => refusal !== null);
  if (rest.length > 0) yield rest;
}
