/**
 * Linear methods whose axes lie in the span of the centred training images. They are learned in principal coordinates:
 * T × r numbers for T images of rank r, for any number of pixels. A split of a study takes these coordinates from the
 * Gram matrix of its dataset; it needs no d × d matrix and no pixels.
 */
import { selectImages, selectLabels, type ImageSet } from '../images/imageSet.ts';
import { multiply, scaleColumns, scaleRows, suitsOperator, type Matrix, type MatrixStack } from '../linalg/index.ts';
import { scaledAxes } from './axisScaling.ts';
import { chunkedCodes } from './chunkedCodes.ts';
import { classMeans, type ClassMeans, classMeansIn } from './discriminant/classMeans.ts';
import { decomposition, type FitSize } from './cost.ts';
import {
  FitError,
  tooFewAxes,
  type FitContext,
  type LatentShape,
  type SweepInput,
  type TrainingData,
} from './method.ts';
import type { ArrayKinds, Arrays } from './learnedArrays.ts';
import {
  CLOSED_FORM,
  declareMethod,
  type Declared,
  type Definition,
  type FitFacts,
  type Learned,
  type Model,
} from './declareMethod.ts';
import type { Parameters, SettingsOf } from './typedSettings.ts';
import {
  principalAxes,
  projectImages,
  rowsOfStack,
  sampleCoordinates,
  splitCoordinates,
  stackOfRows,
} from './vector/principalAxes.ts';

export interface LearnInput<S = unknown> {
  /** T × r: coordinates on the principal axes, divided by √λ; hence (1/T) ZᵀZ = I. */
  readonly whitened: () => Matrix;
  /** Class means of the coordinates, which methods learned `byClasses` request instead. */
  readonly classes: () => ClassMeans;
  /** λ_1 ≥ … ≥ λ_r > 0 of the covariance (divisor T). */
  readonly values: Float64Array;
  readonly labels: Int32Array | null;
  readonly pixels: number;
  /** Number of requested axes; a nested method may return fewer (its rank). */
  readonly q: number;
  readonly settings: S;
  readonly context: FitContext;
}

/** Omitted facts have the values of a closed form. */
export interface LearnedAxes<A extends ArrayKinds> extends Partial<FitFacts> {
  /** r × q: codes are whitened coordinates · projection. */
  readonly projection: Matrix;
  /** Further arrays of the fit. */
  readonly arrays: Arrays<A>;
}

/** Learned axes whose `projection` is W, d × q: codes are Wᵀ (x − μ). */
export interface DirectAxes<A extends ArrayKinds> extends LearnedAxes<A> {
  /** μ, rows × cols. */
  readonly mean: Matrix;
}

/** `learn` with axes scaled by the setting `scaling`. */
export function scaled<S extends object, L extends { readonly projection: Matrix }>(
  learn: (input: LearnInput<S>) => L,
): (input: LearnInput<S>) => L {
  return (input) => {
    const learned = learn(input);
    const scaling = 'scaling' in input.settings ? input.settings.scaling : undefined;
    return { ...learned, projection: scaledAxes(learned.projection, input.values, scaling) };
  };
}

/** What depends on the training images alone: the input of `learn`, and the way back to pixels. */
interface Start extends Pick<LearnInput, 'whitened' | 'classes' | 'values'> {
  readonly mean: Matrix;
  /** W of a projection, d × q. */
  readonly inPixels: (projection: Matrix) => Matrix;
}

/** Input of `learn` from the coordinates of all training images. */
function learnInput(whitened: Matrix, labels: Int32Array | null): Pick<LearnInput, 'whitened' | 'classes'> {
  return { whitened: () => whitened, classes: () => classMeans(whitened, labels!) };
}

/**
 * Number of pixels from which a direct route pays off: fewer principal coordinates take less than half a second, and
 * the methods of a study share them.
 */
export const LEAST_DIRECT = 1000;

type Linear = typeof LINEAR;
const LINEAR = { mean: 'matrix', W: 'matrix' } as const satisfies ArrayKinds;

export type FurtherDefinition<P extends Parameters, A extends ArrayKinds, All extends ArrayKinds> = Omit<
  Definition<P, All>,
  'arrays' | 'latentNames' | 'fit' | 'open' | 'sweep' | 'encode' | 'reconstruct' | 'logLikelihood'
> & {
  /** Further arrays, returned by `learn`. */
  readonly arrays: A;
  readonly learn: (input: LearnInput<SettingsOf<P>>) => LearnedAxes<A>;
};

type LinearProjection<P extends Parameters, A extends ArrayKinds> = FurtherDefinition<P, A, Linear & A> & {
  /** Whether the axes for q are the first q of those for any larger number. */
  readonly nested: boolean;
  /** Whether only the class means of the coordinates are used. @default false */
  readonly byClasses?: boolean;
  /**
   * Size in bytes of the coordinates of all training images above which such a method works without them. @default 256
   * MiB
   */
  readonly coordinateBytes?: number;
  /** Number of leading principal components that the settings leave for learning; null: all. @default all */
  readonly leading?: (settings: SettingsOf<P>) => number | null;
  /**
   * The axes by another route than principal coordinates, at all d pixels and scaled; null where it does not apply.
   */
  readonly direct?: (data: TrainingData, q: number, settings: SettingsOf<P>) => DirectAxes<A> | null;
  /** Whether the settings require one fit per shape, for `classify`; absent: never. */
  readonly separate?: (settings: SettingsOf<P>) => boolean;
};

/**
 * A method from its declaration and its learning function. Arrays of its fits: mean (rows × cols), W (d × q, codes are
 * Wᵀ (x − μ)), and those of `learn`.
 */
export function linearProjection<const P extends Parameters, const A extends ArrayKinds>({
  learn: learnUnscaled,
  nested,
  byClasses = false,
  coordinateBytes = 2 ** 28,
  leading = () => null,
  direct,
  separate = () => false,
  arrays,
  ...declaration
}: LinearProjection<P, A>): Declared<P, Linear & A> {
  type S = SettingsOf<P>;
  const { title } = declaration;
  const learn = scaled(learnUnscaled);
  /** Whether the coordinates of all images are too large to keep. */
  const fromMeans = ({ rows, cols }: ImageSet, count: number): boolean =>
    byClasses && count >= rows * cols && 8 * count * rows * cols > coordinateBytes;

  const suitsDirect = ({ rows, cols }: ImageSet, count: number): boolean =>
    direct !== undefined && rows * cols >= LEAST_DIRECT && count > rows * cols;

  /** Few axes of a large problem are computed without the others; otherwise all are, regardless of their use. */
  const axesFor = (settings: S, { rows, cols }: Pick<ImageSet, 'rows' | 'cols'>, count: number): number => {
    const order = Math.min(count, rows * cols);
    const few = leading(settings);
    return few !== null && suitsOperator(order, few) ? few : order;
  };

  const learnedFrom = (
    { whitened, classes, values }: Start,
    { images, labels }: TrainingData,
    q: number,
    settings: S,
    context: FitContext,
  ) => learn({ whitened, classes, values, labels, pixels: images.rows * images.cols, q, settings, context });

  const fitWith = (
    prepared: Start,
    data: TrainingData,
    [q]: LatentShape,
    settings: S,
    context: FitContext,
  ): Learned<Linear & A> => {
    const learned = learnedFrom(prepared, data, q, settings, context);
    return fitOf(prepared.mean, { ...learned, projection: prepared.inPixels(learned.projection) }, q);
  };

  /** A fit with `projection` as its W. */
  const fitOf = (
    mean: Matrix,
    { projection, arrays: further, ...facts }: LearnedAxes<A>,
    q: number,
  ): Learned<Linear & A> => {
    if (projection.cols < q) throw new FitError(tooFewAxes(title, q, projection.cols), [projection.cols]);
    return { arrays: { mean, W: projection, ...further } as unknown as Arrays<Linear & A>, ...facts };
  };

  const start = ({ images, labels }: Pick<TrainingData, 'images' | 'labels'>, settings: S): Start => {
    const order = axesFor(settings, images, images.count);
    const bySamples = order === images.count && order < images.rows * images.cols;
    const prepared = bySamples ? startOfSamples(images, labels) : startOfAxes(images, labels, order);
    if (prepared.values.length === 0) throw new FitError(`${title}: all training images are equal.`);
    return prepared;
  };

  const startOfSamples = (images: ImageSet, labels: Int32Array | null): Start => {
    const { whitened, ...coordinates } = sampleCoordinates(images);
    return { ...coordinates, ...learnInput(whitened, labels) };
  };

  const startOfAxes = (images: ImageSet, labels: Int32Array | null, order: number): Start => {
    const { mean, vectors, values } = principalAxes(images, order);
    const scale = inverseRoots(values);
    if (!fromMeans(images, images.count)) {
      const whitening = scaleColumns(vectors, scale);
      const inPixels = (projection: Matrix): Matrix => multiply(whitening, projection);
      return { mean, values, inPixels, ...learnInput(projectImages(images, mean, whitening), labels) };
    }
    // The axes of 64 × 64 pixels take 128 MiB: scale the small factor instead.
    return {
      mean,
      values,
      inPixels: (projection) => multiply(vectors, scaleRows(projection, scale)),
      classes: () => {
        const classes = classMeansIn(images, labels!, mean, vectors);
        return { ...classes, means: scaleColumns(classes.means, scale) };
      },
      whitened: () => scaleColumns(projectImages(images, mean, vectors), scale),
    };
  };

  /** One fit at the largest shape, and codes as `encode` returns them. */
  const sweepFromMeans = ({ settings, context, ...input }: SweepInput<S>, training: TrainingData, q: number) => {
    const prepared = start(training, settings);
    const learned = learnedFrom(prepared, training, q, settings, context);
    const projection = prepared.inPixels(learned.projection);
    return sweepOfAxes(input, training, { ...learned, projection, mean: prepared.mean });
  };

  /** Codes of all images on the axes of one fit. */
  const sweepOfAxes = (
    { images, test }: Pick<SweepInput<S>, 'images' | 'test'>,
    training: TrainingData,
    axes: DirectAxes<A>,
  ) =>
    sweepOf(axes, training.images, selectImages(images, test), (set) =>
      chunkedCodes(set, axes.projection.cols, 1, (part) =>
        stackOfRows(projectImages(part, axes.mean, axes.projection)),
      ),
    );

  const sweepOf = <T>(
    { projection, arrays: _, ...facts }: LearnedAxes<A>,
    train: T,
    test: T,
    project: (set: T) => MatrixStack,
  ) => ({
    gallery: project(train),
    probes: project(test),
    failure: ([wanted]: LatentShape) => (wanted > projection.cols ? tooFewAxes(title, wanted, projection.cols) : null),
    facts: () => ({ ...CLOSED_FORM, ...facts }),
  });

  const sweep = (input: SweepInput<S>) => {
    const { images, train, labels, settings, context } = input;
    const q = Math.max(...input.shapes.map((shape) => shape[0]));
    const training = () => ({ images: selectImages(images, train), labels: selectLabels(labels, train) });
    if (suitsDirect(images, train.length)) {
      const data = training();
      const axes = direct!(data, q, settings);
      if (axes) return sweepOfAxes(input, data, axes);
    }
    if (fromMeans(images, train.length)) return sweepFromMeans(input, training(), q);
    const coordinates = splitCoordinates(input, axesFor(settings, images, train.length));
    const { values } = coordinates;
    if (values.length === 0) throw new FitError(`${title}: all training images are equal.`);
    const white = (stack: MatrixStack) => scaleColumns(rowsOfStack(stack), inverseRoots(values));
    const trainLabels = selectLabels(labels, train);
    const learned = learn({
      ...learnInput(white(coordinates.train), trainLabels),
      values,
      labels: trainLabels,
      pixels: images.rows * images.cols,
      q,
      settings,
      context,
    });
    return sweepOf(learned, coordinates.train, coordinates.test, (stack) =>
      stackOfRows(multiply(white(stack), learned.projection)),
    );
  };

  const definition = {
    memory: ({ rows, cols, train }: FitSize, settings: S) => {
      const need = decomposition({ rows, cols, train, axes: axesFor(settings, { rows, cols }, train) });
      // Coordinates of all images take as much memory as copies of them.
      return byClasses || need.images !== 'read' ? need : { ...need, images: 'copied' as const };
    },
    revision: 2,
    ...declaration,
    latentNames: ['q'],
    arrays: { ...LINEAR, ...arrays },

    fit(data: TrainingData, latent: LatentShape, settings: S, context: FitContext) {
      const axes = suitsDirect(data.images, data.images.count) ? direct!(data, latent[0], settings) : null;
      return axes ? fitOf(axes.mean, axes, latent[0]) : fitWith(start(data, settings), data, latent, settings, context);
    },

    encode: ({ arrays }: Model<S, Linear>, images: ImageSet) =>
      stackOfRows(projectImages(images, arrays.mean, arrays.W)),

    ...(nested
      ? { sweep: (input: SweepInput<S>) => (separate(input.settings) ? null : sweep(input)) }
      : {
          open(data: TrainingData, settings: S, context: FitContext) {
            const prepared = start(data, settings);
            return {
              fit: (latent: LatentShape) => fitWith(prepared, data, latent, settings, context),
              release: () => undefined,
            };
          },
        }),
  };
  // TypeScript cannot infer that the arrays of both are read like those of either.
  return declareMethod<P, Linear & A>(definition as unknown as Definition<P, Linear & A>);
}

/** 1/√λ_i. */
export function inverseRoots(values: Float64Array): Float64Array {
  return values.map((value) => 1 / Math.sqrt(value));
}
