/**
 * Methods that are linear in the space of a kernel: learned in its whitened principal coordinates as linearProjection's
 * are in those of the images, from the inner products of the images alone.
 */
import { asVectors, selectImages, type ImageSet } from '../../images/imageSet.ts';
import {
  gramOfRows,
  leadingEigenSquares,
  matrix,
  multiply,
  scale,
  scaleColumns,
  submatrix,
  type Matrix,
  type MatrixStack,
} from '../../linalg/index.ts';
import { classMeans } from '../discriminant/classMeans.ts';
import { codesByParts } from '../codesByParts.ts';
import {
  arrayOfMatrix,
  arrayOfScalar,
  arrayOfVector,
  matrixOf,
  requireImageShape,
  requireLatent,
  scalarOf,
  vectorOf,
} from '../fitArrays.ts';
import { scaled, type Learned, type LearnInput } from '../linearProjection.ts';
import { FitError, tooFewAxes, type Method, type SweepInput } from '../method.ts';
import { stackOfRows } from '../vector/principalAxes.ts';
import { centreKernel, kernelAxes, type KernelAxes } from './kernelAxes.ts';
import { kernelAmounts, kernelParameters, kernelValues, kernelWith } from './kernelFunction.ts';

interface KernelMethod {
  readonly declaration: Omit<Method, 'fit' | 'encode' | 'sweep' | 'latentKind' | 'latentNames'>;
  readonly learn: (input: LearnInput) => Learned;
  /** Whether all principal axes of the kernel are learned from, not the first q. */
  readonly allAxes: boolean;
}

/**
 * A method from its declaration and what it learns. Parameters of its fits: images (T × rows × cols), A (T × q, codes
 * are k̃(x)ᵀ A for the centred kernel values k̃ of x with the training images), kernelMeans (T), kernelMean, gamma (per
 * squared grey value), and those of `learn`.
 */
export function kernelMethod({ declaration, learn: own, allAxes }: KernelMethod): Method {
  const learn = scaled(own);
  const { id, title, largestLatent, usesLabels } = declaration;
  const axesOf = (q: number, count: number): number => (allAxes || 2 * q > count - 1 ? count - 1 : q);

  /** A of the codes, and what was learned. */
  const dual = (axes: KernelAxes, input: Omit<LearnInput, 'whitened' | 'classes' | 'values' | 'pixels'>) => {
    const { vectors, values } = axes;
    const count = vectors.rows;
    const z = scale(vectors, Math.sqrt(count));
    const learned = learn({
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
      learned.projection,
    );
    const amounts = [...kernelAmounts(axes.kernel, input.settings), ...(learned.facts.amounts ?? [])];
    return { learned: { ...learned, facts: { ...learned.facts, amounts } }, a };
  };

  return {
    ...declaration,
    latentKind: 'vector',
    latentNames: ['q'],
    memory: ({ train }) => ({ arrays: 8 * train * train * leadingEigenSquares(train, train), images: 'products' }),

    fit({ images, labels }, latent, settings, context) {
      context.checkCancelled();
      if (usesLabels?.(settings) && !labels) throw new FitError(`${title} needs the subject of every training image.`);
      const subjects = labels ? new Set(labels).size : undefined;
      requireLatent(title, latent, largestLatent(images.rows, images.cols, images.count, subjects), images);
      const [q] = latent;
      const x = asVectors(images);
      const axes = kernelAxes(title, gramOfRows(x), settings, axesOf(q, images.count));
      const { learned, a } = dual(axes, { labels, q, settings, context });
      if (a.cols < q) throw new FitError(tooFewAxes(title, q, a.cols), [a.cols]);
      return {
        method: id,
        latent,
        settings,
        imageShape: { rows: images.rows, cols: images.cols },
        parameters: {
          images: { shape: [images.count, images.rows, images.cols], data: x.data.slice() },
          A: arrayOfMatrix(a),
          kernelMeans: arrayOfVector(axes.centre.means),
          kernelMean: arrayOfScalar(axes.centre.overall),
          gamma: arrayOfScalar(axes.kernel.gamma),
          ...learned.parameters,
        },
        ...learned.facts,
      };
    },

    encode(fit, images) {
      requireImageShape(fit, images);
      const a = matrixOf(fit, 'A');
      const training = matrix(a.rows, images.rows * images.cols, fit.parameters.images.data);
      const centre = { means: vectorOf(fit, 'kernelMeans'), overall: scalarOf(fit, 'kernelMean') };
      const norms = rowNorms(training);
      return codesByParts(images, a.cols, 1, (part) => {
        const x = asVectors(part);
        const inner = multiply(x, training, { transposeB: true });
        const values = kernelValues(kernelWith(fit.settings, scalarOf(fit, 'gamma')), inner, rowNorms(x), norms);
        return stackOfRows(multiply(centreKernel(values, centre), a));
      });
    },

    sweep(input) {
      const { train, labels, shapes, settings, context, once = (_, compute) => compute() } = input;
      context.checkCancelled();
      const q = Math.max(...shapes.map((shape) => shape[0]));
      const count = axesOf(q, train.length);
      const chosen = kernelParameters('kpca').map(({ name }) => settings[name]);
      const found = once(`kernel axes ${JSON.stringify([...chosen, count])}`, () => {
        const { inner, cross, norms } = innerProducts(input);
        const axes = kernelAxes(title, inner, settings, count);
        const own = Float64Array.from(train, (_, i) => inner.data[i * (inner.cols + 1)]);
        return { axes, probes: centreKernel(kernelValues(axes.kernel, cross, norms, own), axes.centre) };
      });
      const own = Int32Array.from(train, (n) => labels[n]);
      const { learned, a } = dual(found.axes, { labels: own, q, settings, context });
      const codes = (values: Matrix): MatrixStack => stackOfRows(multiply(values, a));
      return {
        gallery: codes(found.axes.centred),
        probes: codes(found.probes),
        failure: ([wanted]) => (wanted > a.cols ? tooFewAxes(title, wanted, a.cols) : null),
        facts: () => learned.facts,
      };
    },
  };
}

/** Inner products of the training images (T × T), of the test images with them, and squared norms of these. */
function innerProducts({ images, train, test, gram }: SweepInput): {
  readonly inner: Matrix;
  readonly cross: Matrix;
  readonly norms: Float64Array;
} {
  const probes: ImageSet = selectImages(images, test);
  const vectors = asVectors(probes);
  const norms = rowNorms(vectors);
  if (images.rows * images.cols > train.length) {
    const all = gram();
    return { inner: submatrix(all, train, train), cross: submatrix(all, test, train), norms };
  }
  const x = asVectors(selectImages(images, train));
  return { inner: gramOfRows(x), cross: multiply(vectors, x, { transposeB: true }), norms };
}

function rowNorms(x: Matrix): Float64Array {
  return Float64Array.from({ length: x.rows }, (_, n) => {
    let sum = 0;
    for (let i = n * x.cols; i < (n + 1) * x.cols; i++) sum += x.data[i] * x.data[i];
    return sum;
  });
}
