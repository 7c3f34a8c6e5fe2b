/**
 * Linear methods whose axes lie in the span of the centred training images. They are learned in principal coordinates:
 * T × r numbers for T images of rank r, whatever the number of pixels. A split of a study takes these coordinates from
 * the Gram matrix of its dataset, so that no d × d matrix and no pixel is needed.
 */
import { selectImages, type ImageSet } from '../images/imageSet.ts';
import { multiply, scaleColumns, scaleRows, suitsOperator, type Matrix, type MatrixStack } from '../linalg/index.ts';
import { scaledAxes } from './axes.ts';
import { codesByParts } from './codesByParts.ts';
import { classMeans, type ClassMeans } from './discriminant/classMeans.ts';
import { classMeansIn } from './discriminant/whitenedClasses.ts';
import { arrayOfMatrix, matrixOf, requireImageShape, requireLatent } from './fitArrays.ts';
import { decomposition } from './memory.ts';
import {
  FitError,
  tooFewAxes,
  type Fit,
  type FitContext,
  type Method,
  type NamedArray,
  type Settings,
  type SweepInput,
  type TrainingData,
} from './method.ts';
import {
  principalAxes,
  projectImages,
  rowsOfStack,
  splitCoordinates,
  stackOfRows,
  type PrincipalAxes,
} from './vector/principalAxes.ts';

/** What a method learns from. */
export interface LearnInput {
  /** T × r: coordinates on the principal axes, divided by √λ, so that (1/T) ZᵀZ = I. */
  readonly whitened: () => Matrix;
  /** Class means of these, which methods that are learned `byClasses` ask for instead. */
  readonly classes: () => ClassMeans;
  /** λ_1 ≥ … ≥ λ_r > 0 of the covariance (divisor T). */
  readonly values: Float64Array;
  readonly labels: Int32Array | null;
  /** Number of pixels. */
  readonly pixels: number;
  /** Number of axes wanted; a nested method may return fewer (its rank). */
  readonly q: number;
  readonly settings: Settings;
  readonly context: FitContext;
}

export interface Learned {
  /** r × q: codes are whitened coordinates · projection. */
  readonly projection: Matrix;
  /** Further parameters of the fit. */
  readonly parameters: Readonly<Record<string, NamedArray>>;
  readonly facts: Pick<
    Fit,
    'trace' | 'objective' | 'iterations' | 'converged' | 'logLikelihood' | 'warnings' | 'amounts'
  >;
}

export const CLOSED_FORM: Learned['facts'] = {
  trace: [],
  objective: null,
  iterations: 0,
  converged: true,
  logLikelihood: null,
  warnings: [],
};

/** `learn` with axes as the setting `scaling` has them. */
export function scaled(learn: (input: LearnInput) => Learned): (input: LearnInput) => Learned {
  return (input) => {
    const learned = learn(input);
    return { ...learned, projection: scaledAxes(learned.projection, input.values, input.settings.scaling) };
  };
}

/** What `learn` is given of the training images, and their axes. */
interface Start extends Pick<LearnInput, 'whitened' | 'classes'> {
  readonly axes: PrincipalAxes;
}

/** Coordinates of all training images. */
function known(whitened: Matrix, labels: Int32Array | null): Pick<LearnInput, 'whitened' | 'classes'> {
  return { whitened: () => whitened, classes: () => classMeans(whitened, labels!) };
}

interface LinearProjection {
  readonly declaration: Omit<Method, 'fit' | 'encode' | 'reconstruct' | 'sweep' | 'open' | 'logLikelihood'>;
  readonly learn: (input: LearnInput) => Learned;
  /** Whether the axes at q are the first q of those at any larger number. */
  readonly nested: boolean;
  /** Whether all that is learned from the coordinates are their class means. @default false */
  readonly byClasses?: boolean;
  /** Bytes of the coordinates of all training images beyond which such a method does without them. @default 256 MiB */
  readonly coordinateBytes?: number;
  /** Principal components that the settings leave to learn from, the leading ones; null: all. @default all */
  readonly components?: (settings: Settings) => number | null;
  /** Whether the settings ask for one fit per shape, for `classify`; absent: never. */
  readonly separate?: (settings: Settings) => boolean;
}

/**
 * A method from its declaration and what it learns. Parameters of its fits: mean (rows × cols), W (d × q, codes are
 * Wᵀ (x − μ)), and those of `learn`.
 */
export function linearProjection({
  declaration,
  learn: own,
  nested,
  byClasses = false,
  coordinateBytes = 2 ** 28,
  components = () => null,
  separate = () => false,
}: LinearProjection): Method {
  const { id, title, largestLatent, usesLabels } = declaration;
  const learn = scaled(own);
  /** Whether coordinates of all images would be too many to keep. */
  const fromMeans = ({ rows, cols }: ImageSet, count: number): boolean =>
    byClasses && count >= rows * cols && 8 * count * rows * cols > coordinateBytes;

  /** Few axes of a large problem are found without the others; else all are, whatever is made of them. */
  const axesFor = (settings: Settings, { rows, cols }: Pick<ImageSet, 'rows' | 'cols'>, count: number): number => {
    const order = Math.min(count, rows * cols);
    const few = components(settings);
    return few !== null && suitsOperator(order, few) ? few : order;
  };

  const check = (
    data: Pick<TrainingData, 'images' | 'labels'>,
    latent: readonly number[],
    settings: Settings,
  ): void => {
    const { rows, cols, count } = data.images;
    if (usesLabels?.(settings) && !data.labels)
      throw new FitError(`${title} needs the subject of every training image.`);
    const subjects = data.labels ? new Set(data.labels).size : undefined;
    requireLatent(title, latent, largestLatent(rows, cols, count, subjects), data.images);
  };

  const fitWith = (
    { axes, ...coordinates }: Start,
    data: TrainingData,
    q: number,
    settings: Settings,
    context: FitContext,
  ): Fit => {
    const { rows, cols } = data.images;
    const { projection, parameters, facts } = learn({
      ...coordinates,
      values: axes.values,
      labels: data.labels,
      pixels: rows * cols,
      q,
      settings,
      context,
    });
    if (projection.cols < q) throw new FitError(tooFewAxes(title, q, projection.cols), [projection.cols]);
    return {
      method: id,
      latent: [q],
      settings,
      imageShape: { rows, cols },
      parameters: {
        mean: arrayOfMatrix(axes.mean),
        W: arrayOfMatrix(multiply(scaleColumns(axes.vectors, inverseRoots(axes.values)), projection)),
        ...parameters,
      },
      ...facts,
    };
  };

  const start = ({ images, labels }: Pick<TrainingData, 'images' | 'labels'>, settings: Settings): Start => {
    const axes = principalAxes(images, axesFor(settings, images, images.count));
    if (axes.values.length === 0) throw new FitError(`${title}: all training images are equal.`);
    const scale = inverseRoots(axes.values);
    if (!fromMeans(images, images.count)) {
      const whitening = scaleColumns(axes.vectors, scale);
      return { axes, ...known(projectImages(images, axes.mean, whitening), labels) };
    }
    // The axes of 64 × 64 pixels take 128 MiB: what is small is scaled instead.
    return {
      axes,
      classes: () => {
        const classes = classMeansIn(images, labels!, axes.mean, axes.vectors);
        return { ...classes, means: scaleColumns(classes.means, scale) };
      },
      whitened: () => scaleColumns(projectImages(images, axes.mean, axes.vectors), scale),
    };
  };

  /** One fit at the largest shape, and the codes of images as `encode` gives them. */
  const sweepFromMeans = ({ images, train, test, labels, shapes, settings, context }: SweepInput) => {
    const training = { images: selectImages(images, train), labels: Int32Array.from(train, (n) => labels[n]) };
    const { rows, cols } = images;
    const q = Math.max(...shapes.map((shape) => shape[0]));
    const { axes, ...coordinates } = start(training, settings);
    const learned = learn({
      ...coordinates,
      values: axes.values,
      labels: training.labels,
      pixels: rows * cols,
      q,
      settings,
      context,
    });
    const found = learned.projection.cols;
    const w = multiply(axes.vectors, scaleRows(learned.projection, inverseRoots(axes.values)));
    const project = (set: ImageSet) =>
      codesByParts(set, found, 1, (part) => stackOfRows(projectImages(part, axes.mean, w)));
    return {
      gallery: project(training.images),
      probes: project(selectImages(images, test)),
      failure: ([wanted]: readonly number[]) => (wanted > found ? tooFewAxes(title, wanted, found) : null),
      facts: () => learned.facts,
    };
  };

  const sweep = (input: SweepInput) => {
    const { images, train, labels, settings, context } = input;
    context.checkCancelled();
    if (fromMeans(images, train.length)) return sweepFromMeans(input);
    const pixels = images.rows * images.cols;
    const q = Math.max(...input.shapes.map((shape) => shape[0]));
    const coordinates = splitCoordinates(input, axesFor(settings, images, train.length));
    const { values } = coordinates;
    if (values.length === 0) throw new FitError(`${title}: all training images are equal.`);
    const white = (stack: MatrixStack) => scaleColumns(rowsOfStack(stack), inverseRoots(values));
    const own = Int32Array.from(train, (n) => labels[n]);
    const learned = learn({
      ...known(white(coordinates.train), own),
      values,
      labels: own,
      pixels,
      q,
      settings,
      context,
    });
    const found = learned.projection.cols;
    const project = (stack: MatrixStack) => stackOfRows(multiply(white(stack), learned.projection));
    return {
      gallery: project(coordinates.train),
      probes: project(coordinates.test),
      failure: ([wanted]: readonly number[]) => (wanted > found ? tooFewAxes(title, wanted, found) : null),
      facts: () => learned.facts,
    };
  };

  return {
    memory: ({ rows, cols, train }, settings) => {
      const need = decomposition({ rows, cols, train, axes: axesFor(settings, { rows, cols }, train) });
      // Coordinates of all images take as much as copies of them.
      return byClasses || need.images !== 'read' ? need : { ...need, images: 'copied' };
    },
    ...declaration,

    fit(data, latent, settings, context) {
      context.checkCancelled();
      check(data, latent, settings);
      return fitWith(start(data, settings), data, latent[0], settings, context);
    },

    encode(fit, images) {
      requireImageShape(fit, images);
      return stackOfRows(projectImages(images, matrixOf(fit, 'mean'), matrixOf(fit, 'W')));
    },

    ...(nested
      ? { sweep: (input: SweepInput) => (separate(input.settings) ? null : sweep(input)) }
      : {
          open(data: TrainingData, settings: Settings, context: FitContext) {
            const found = start(data, settings);
            return {
              fit: (latent: readonly number[], warm?: Fit) => {
                check(data, latent, settings);
                return fitWith(found, data, latent[0], settings, { ...context, warm });
              },
              release: () => undefined,
            };
          },
        }),
  };
}

/** 1/√λ_i. */
export function inverseRoots(values: Float64Array): Float64Array {
  return values.map((value) => 1 / Math.sqrt(value));
}
