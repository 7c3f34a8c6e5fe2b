/**
 * Methods that are linear in the feature space of a kernel. They are learned in its whitened principal coordinates, as
 * linearProjection's are in those of the images, from inner products of images only.
 */
import { commonShift } from '../../images/commonShift.ts';
import { asVectors, selectImages, selectLabels, type ImageSet } from '../../images/imageSet.ts';
import {
  gramOfRows,
  leadingEigenSquares,
  matrix,
  matrixStack,
  multiply,
  scale,
  scaleColumns,
  submatrix,
  type Matrix,
  type MatrixStack,
} from '../../linalg/index.ts';
import { classMeans } from '../discriminant/classMeans.ts';
import { chunkedCodes } from '../chunkedCodes.ts';
import type { FitSize } from '../cost.ts';
import type { ArrayKinds } from '../learnedArrays.ts';
import { CLOSED_FORM, declareMethod, type Declared, type Definition, type Model } from '../declareMethod.ts';
import { settingsOf, type Parameters, type SettingsOf } from '../typedSettings.ts';
import { scaled, type FurtherDefinition, type LearnInput } from '../linearProjection.ts';
import {
  FitError,
  tooFewAxes,
  type FitContext,
  type LatentShape,
  type SweepInput,
  type TrainingData,
} from '../method.ts';
import { stackOfRows } from '../vector/principalAxes.ts';
import { centreKernel, kernelAxes, type KernelAxes } from './kernelAxes.ts';
import { kernelAmounts, kernelParameters, kernelValues, kernelWith, type KernelSettings } from './kernelFunction.ts';

type Kernel = typeof KERNEL;
const KERNEL = {
  images: 'stack',
  A: 'matrix',
  kernelMeans: 'vector',
  kernelMean: 'scalar',
  gamma: 'scalar',
} as const satisfies ArrayKinds;

type KernelMethod<P extends Parameters, A extends ArrayKinds> = FurtherDefinition<P, A, Kernel & A> & {
  /** Whether to learn from all principal axes of the kernel instead of the first q. */
  readonly allAxes: boolean;
};

/**
 * A method from its declaration, with kernelParameters, and its learning function. Arrays of its fits: images
 * (T × rows × cols), A (T × q, codes are k̃(x)ᵀ A for the centred kernel values k̃ of x with the training images),
 * kernelMeans (T), kernelMean, gamma (per squared grey value), and those of `learn`.
 */
export function kernelMethod<const P extends Parameters, const A extends ArrayKinds>({
  learn: learnUnscaled,
  allAxes,
  arrays,
  ...declaration
}: KernelMethod<P, A>): Declared<P, Kernel & A> {
  type S = SettingsOf<P>;
  const learn = scaled(learnUnscaled);
  const { title } = declaration;
  const kernelSettings = (settings: S): KernelSettings => settingsOf(kernelParameters(''), settings);
  const axesOf = (q: number, count: number): number => (allAxes || 2 * q > count - 1 ? count - 1 : q);

  /** A of the codes, and the other learned results. */
  const dual = (axes: KernelAxes, input: Omit<LearnInput<S>, 'whitened' | 'classes' | 'values' | 'pixels'>) => {
    const { vectors, values } = axes;
    const count = vectors.rows;
    const z = scale(vectors, Math.sqrt(count));
    const {
      projection,
      arrays: further,
      ...facts
    } = learn({
      ...input,
      whitened: () => z,
      classes: () => classMeans(z, input.labels!),
      values: values.map((value) => value / count),
      pixels: values.length,
    });
    const a = multiply(
      scaleColumns(
        vectors,
        values.map((value) => Math.sqrt(count) / value),
      ),
      projection,
    );
    const amounts = [...kernelAmounts(axes.kernel, kernelSettings(input.settings)), ...(facts.amounts ?? [])];
    return { a, further, facts: { ...facts, amounts } };
  };

  const definition = {
    ...declaration,
    latentNames: ['q'],
    arrays: { ...KERNEL, ...arrays },
    memory: ({ train }: FitSize) => ({
      arrays: 8 * train * train * leadingEigenSquares(train, train),
      images: 'products',
    }),

    fit({ images, labels }: TrainingData, [q]: LatentShape, settings: S, context: FitContext) {
      const chosen = kernelSettings(settings);
      const x = asVectors(images);
      const inner = gramOfRows(shifted(x, shiftOf(chosen, images)));
      const axes = kernelAxes(title, inner, chosen, axesOf(q, images.count));
      const { a, further, facts } = dual(axes, { labels, q, settings, context });
      if (a.cols < q) throw new FitError(tooFewAxes(title, q, a.cols), [a.cols]);
      return {
        arrays: {
          images: matrixStack(images.count, images.rows, images.cols, x.data.slice()),
          A: a,
          kernelMeans: axes.centre.means,
          kernelMean: axes.centre.overall,
          gamma: axes.kernel.gamma,
          ...further,
        },
        ...facts,
      };
    },

    encode(
      { arrays: { A: a, kernelMeans, kernelMean, gamma, images: trainingImages }, settings }: Model<S, Kernel>,
      images: ImageSet,
    ) {
      const chosen = kernelSettings(settings);
      const shift = shiftOf(chosen, trainingImages);
      const training = shifted(asVectors(trainingImages), shift);
      const centre = { means: kernelMeans, overall: kernelMean };
      const norms = rowNorms(training);
      const kernel = kernelWith(chosen, gamma);
      return chunkedCodes(images, a.cols, 1, (part) => {
        const x = shifted(asVectors(part), shift);
        const values = kernelValues(kernel, multiply(x, training, { transposeB: true }), rowNorms(x), norms);
        return stackOfRows(multiply(centreKernel(values, centre), a));
      });
    },

    sweep(input: SweepInput<S>) {
      const { train, labels, shapes, settings, context, once = (_, compute) => compute() } = input;
      const q = Math.max(...shapes.map((shape) => shape[0]));
      const count = axesOf(q, train.length);
      const chosen = kernelSettings(settings);
      const named = kernelParameters('').map(({ name }) => chosen[name]);
      const coordinates = once(`kernel axes ${JSON.stringify([...named, count])}`, () => {
        const { inner, cross, norms } = innerProducts(input, chosen);
        const axes = kernelAxes(title, inner, chosen, count);
        const trainNorms = Float64Array.from(train, (_, i) => inner.data[i * (inner.cols + 1)]);
        return { axes, probes: centreKernel(kernelValues(axes.kernel, cross, norms, trainNorms), axes.centre) };
      });
      const trainLabels = selectLabels(labels, train);
      const { a, facts } = dual(coordinates.axes, { labels: trainLabels, q, settings, context });
      const codes = (values: Matrix): MatrixStack => stackOfRows(multiply(values, a));
      return {
        gallery: codes(coordinates.axes.centred),
        probes: codes(coordinates.probes),
        failure: ([wanted]: LatentShape) => (wanted > a.cols ? tooFewAxes(title, wanted, a.cols) : null),
        facts: () => ({ ...CLOSED_FORM, ...facts }),
      };
    },
  };
  // TypeScript cannot infer that the arrays of both are read like those of either.
  return declareMethod<P, Kernel & A>(definition as unknown as Definition<P, Kernel & A>);
}

/**
 * The shift of images before their products are formed: distances do not depend on it, and lose no digits to it. null:
 * none, as for kernels of the products themselves.
 */
function shiftOf({ kernel }: KernelSettings, images: ImageSet): Matrix | null {
  return kernel === 'gaussian' ? commonShift(images) : null;
}

/** Every row less the shift. */
function shifted(x: Matrix, shift: Matrix | null): Matrix {
  return shift
    ? matrix(
        x.rows,
        x.cols,
        x.data.map((value, at) => value - shift.data[at % x.cols]),
      )
    : x;
}

/**
 * Inner products of the training images (T × T), of the test images with them, and squared norms of the test images;
 * for kernels of distances, less the shift of all images.
 */
function innerProducts(
  { images, train, test, gram }: SweepInput<unknown>,
  settings: KernelSettings,
): { readonly inner: Matrix; readonly cross: Matrix; readonly norms: Float64Array } {
  const shift = shiftOf(settings, images);
  const vectors = shifted(asVectors(selectImages(images, test)), shift);
  const norms = rowNorms(vectors);
  if (images.rows * images.cols > train.length && (settings.kernel === 'gaussian' || commonShift(images) === null)) {
    const all = gram();
    return { inner: submatrix(all, train, train), cross: submatrix(all, test, train), norms };
  }
  const x = shifted(asVectors(selectImages(images, train)), shift);
  return { inner: gramOfRows(x), cross: multiply(vectors, x, { transposeB: true }), norms };
}

function rowNorms(x: Matrix): Float64Array {
  return Float64Array.from({ length: x.rows }, (_, n) => {
    let sum = 0;
    for (let i = n * x.cols; i < (n + 1) * x.cols; i++) sum += x.data[i] * x.data[i];
    return sum;
  });
}
