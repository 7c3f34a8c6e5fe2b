import { meanImage, selectImages, selectLabels, type ImageSet } from '../../images/imageSet.ts';
import {
  cholesky,
  columns,
  fixColumnSigns,
  gramOfColumns,
  gramOfRows,
  leadingRank,
  matrix,
  matrixStack,
  multiply,
  NotPositiveDefiniteError,
  scaleColumns,
  scaleRows,
  solveLower,
  solveLowerTransposed,
  svd,
  transpose,
  type Matrix,
  type MatrixStack,
  loadBatch,
  type ImageBatch,
} from '../../linalg/index.ts';
import { withLoadedImages } from '../bilinear/residentImages.ts';
import { penaltyAmount, type ResolvedSetting } from '../resolvedSettings.ts';
import { chunkedCodes } from '../chunkedCodes.ts';
import { NO_COST, plus, sampleSpace, type CostSize, type FitCost, decomposition } from '../cost.ts';
import { FitError, tooFewAxes, type FitContext, type Parameter } from '../method.ts';
import { projectImages, rowsOfStack, splitCoordinates, stackOfRows } from '../vector/principalAxes.ts';
import { classMeans } from './classMeans.ts';
import { always, unitAxes, axesOfSubjects } from '../sharedDeclarations.ts';
import { CLOSED_FORM, declareMethod } from '../declareMethod.ts';
import type { SettingsOf } from '../typedSettings.ts';

// The discrete Laplacian of images, Δ X = D_r X + X D_c with the second differences D of columns and rows, which end
// with (−1, 1): a constant image has a Laplacian of 0. It is diagonal on products of cosines.

/** The orthonormal eigenvectors of the n × n second differences, n × n: column k has the frequency k / 2n. */
function cosines(n: number): Matrix {
  const result = matrix(n, n);
  for (let i = 0, at = 0; i < n; i++) {
    for (let k = 0; k < n; k++, at++) {
      result.data[at] = Math.sqrt((k === 0 ? 1 : 2) / n) * Math.cos((Math.PI * k * (2 * i + 1)) / (2 * n));
    }
  }
  return result;
}

/** |eigenvalue| of Δ for each coefficient of a spectrum, row by row; 0 for the first alone. */
function curvatures(rows: number, cols: number): Float64Array {
  const along = (n: number, k: number): number => 4 * Math.sin((Math.PI * k) / (2 * n)) ** 2;
  return Float64Array.from(
    { length: rows * cols },
    (_, at) => along(rows, Math.floor(at / cols)) + along(cols, at % cols),
  );
}

function toSpectrum(batch: ImageBatch): MatrixStack {
  return batch.project(cosines(batch.rows), cosines(batch.cols));
}

/** The images with these coefficients, one per column. */
function toPixels(coefficients: Matrix, rows: number, cols: number): Matrix {
  const batch = loadBatch(matrixStack(coefficients.cols, rows, cols, transpose(coefficients).data));
  try {
    const { count, data } = batch.project(transpose(cosines(rows)), transpose(cosines(cols)));
    return transpose(matrix(count, rows * cols, data));
  } finally {
    batch.release();
  }
}

/** Passes over the pixels of the training images and of the encoded images. */
function spectraOf({ rows, cols, train }: CostSize): FitCost {
  return { ...NO_COST, loops: rows * cols * (7000 + 15 * train) };
}

type SldaSettings = SettingsOf<typeof parameters>;
const parameters = [
  {
    name: 'penalty',
    title: 'Penalty',
    help: 'α, in the unit below. The default is the best of 0.01 … 3, or within a point of it, on aligned and unaligned ORL and on Yale; where lighting varies, as on Yale B, smaller is better. 0 is LDA at full rank, for more images than pixels.',
    kind: 'number',
    default: 0.1,
    source: { published: 'MATLAB code of Cai and others, there in absolute units', measured: 'slda.penalty' },
    min: 0,
    max: 1e9,
  },
  {
    name: 'unit',
    title: 'Unit of the penalty',
    help: 'Data: the mean squared distance of a training image from their mean. Absolute: squared grey values; 0.1 with images of unit norm is the setting of the authors’ code.',
    kind: 'choice',
    default: 'data',
    source: { neutral: 'data: a penalty means the same for images in any unit' },
    choices: [
      { value: 'data', title: 'Data' },
      { value: 'absolute', title: 'Absolute' },
    ],
  },
] as const satisfies readonly Parameter[];

/**
 * Spatially smooth LDA (Cai, He, Hu, Han, Huang 2007, S-LDA): axes of the largest ratio of aᵀ B a to aᵀ (T + α ΔᵀΔ) a,
 * where B and T are the sums of squares between subjects and in all, and Δ is the discrete Laplacian of the axis as an
 * image (spatialCurvature). They are those of S_w + α ΔᵀΔ, in their order. Axes have length 1. Parameters: mean,
 * W (d × q), ratios (q, descending), penalty (α in absolute units).
 */
export const spatiallySmoothLda = declareMethod({
  id: 'slda',
  title: 'S-LDA',
  fullName: 'spatially smooth linear discriminant analysis',
  family: 'discriminant',
  cost: (size, settings) => plus(sampleSpace(4)(size, settings), spectraOf(size)),
  appearance: { index: 50, marker: 'rectRot' },
  memory: (size) => ({ ...decomposition(size), images: 'copied' }),
  description:
    'LDA whose axes are smooth images: the sum of squares of the discrete Laplacian of an axis is penalised. Regular with more pixels than images. For features that are images; histograms and attached vectors have no neighbouring pixels.',
  axes: unitAxes('the publication leaves the length open'),
  usesLabels: always,
  formula: 'S_b v = λ (S_w + α ΔᵀΔ) v, Δ the discrete Laplacian of an image',
  citation: {
    key: 'cai2007spatially',
    type: 'inproceedings',
    authors: ['Deng Cai', 'Xiaofei He', 'Yuxiao Hu', 'Jiawei Han', 'Thomas Huang'],
    title: 'Learning a spatially smooth subspace for face recognition',
    venue: 'IEEE Conference on Computer Vision and Pattern Recognition',
    year: 2007,
    doi: '10.1109/CVPR.2007.383054',
  },
  latentNames: ['q'],
  parameters,
  arrays: { mean: 'matrix', W: 'matrix', ratios: 'vector', penalty: 'scalar' },
  largestLatent: axesOfSubjects,

  fit({ images, labels }, [q], settings, context) {
    const { mean, w, ratios, penalty } = learn(images, labels!, q, settings, context);
    if (w.cols < q) throw new FitError(tooFewAxes('S-LDA', q, w.cols), [w.cols]);
    return {
      arrays: {
        mean,
        W: w,
        ratios,
        penalty: penalty.value,
      },
      amounts: [penalty],
    };
  },

  encode(fit, images) {
    return codes(images, fit.arrays.mean, fit.arrays.W);
  },

  sweep({ images, labels, train, test, shapes, settings, context }) {
    const training = selectImages(images, train);
    const q = Math.max(...shapes.map((shape) => shape[0]));
    const trainLabels = selectLabels(labels, train);
    const { mean, w, penalty } = learn(training, trainLabels, q, settings, context);
    return {
      gallery: codes(training, mean, w),
      probes: codes(selectImages(images, test), mean, w),
      failure: ([wanted]) => (wanted > w.cols ? tooFewAxes('S-LDA', wanted, w.cols) : null),
      facts: () => ({ ...CLOSED_FORM, amounts: [penalty] }),
    };
  },
});

interface LearnedImages {
  readonly mean: Matrix;
  /** d × q, columns of length 1. */
  readonly w: Matrix;
  readonly ratios: Float64Array;
  readonly penalty: ResolvedSetting;
}

/**
 * On the eigenvectors of Δ the penalty of an axis is the sum of its squared coefficients, each times its curvature. An
 * axis is therefore learned from coefficients divided by their curvatures, with a penalty that is a multiple of the
 * identity, in their principal coordinates: T dimensions for any number of pixels. The mean grey value of an axis,
 * whose curvature is 0, is a further coordinate without a penalty.
 */
function learn(
  images: ImageSet,
  labels: Int32Array,
  q: number,
  settings: SldaSettings,
  context: FitContext,
): LearnedImages {
  const { rows, cols, count } = images;
  const size = rows * cols;
  const mean = meanImage(images);
  const { spectra, energy } = withLoadedImages(mean, (resident) => {
    const batch = resident.of(images);
    return { spectra: toSpectrum(batch), energy: batch.energy() / count };
  });
  if (energy === 0) throw new FitError('S-LDA: all training images are equal.');
  const penalty = penaltyAmount(settings.penalty, settings.unit === 'absolute' ? null : energy);

  const inverse = curvatures(rows, cols).map((value) => (value > 0 ? 1 / value : 0));
  const scaled = scaleColumns(matrix(count, size, spectra.data), inverse);
  const { coordinates, values } = ownCoordinates(scaled, labels, context);
  const greys = Float64Array.from({ length: count }, (_, n) => spectra.data[n * size]);
  // If all images have the same mean grey value, e.g. after photometric normalisation, no axis depends on it.
  const level = greys.reduce((sum, value) => sum + value * value, 0) > 1e-20 * energy * count;
  const rank = values.length;
  if (penalty.value === 0 && rank + Number(level) < size && count <= size) {
    throw new FitError(`S-LDA without a penalty needs more training images than pixels, found ${count} and ${size}.`);
  }
  const z = level ? withColumn(coordinates, greys) : coordinates;

  const total = gramOfColumns(z);
  for (let i = 0; i < rank; i++) total.data[i * (z.cols + 1)] += penalty.value;
  const { means, sizes } = classMeans(z, labels);
  const lower = lowerFactor(total);
  // With T + α P = L Lᵀ the axes are L⁻ᵀ times the right singular vectors of (√n_c m_c) L⁻ᵀ.
  const decomposition = svd(transpose(solveLower(lower, transpose(scaleRows(means, sizes.map(Math.sqrt))))));
  const kept = leadingRank(decomposition.values, Math.min(q, means.rows - 1, z.cols));
  const v = solveLowerTransposed(lower, columns(decomposition.v, 0, kept));

  // The principal axes are scaledᵀ Z (T Λ)⁻¹; only their linear combinations are computed.
  const weights = multiply(
    coordinates,
    scaleRows(
      matrix(rank, kept, v.data.slice(0, rank * kept)),
      values.map((value) => 1 / (count * value)),
    ),
  );
  const coefficients = scaleRows(multiply(scaled, weights, { transposeA: true }), inverse);
  if (level) coefficients.data.set(v.data.subarray(rank * kept), 0);
  return {
    mean,
    w: unitColumns(toPixels(coefficients, rows, cols)),
    ratios: decomposition.values.slice(0, kept).map((value) => value * value),
    penalty,
  };
}

/** Principal coordinates of the rows, T × r, and the eigenvalues of their covariance. */
function ownCoordinates(x: Matrix, labels: Int32Array, context: FitContext) {
  const { train, values } = splitCoordinates(
    {
      images: matrixStack(x.rows, x.cols, 1, x.data),
      labels,
      train: Int32Array.from(labels.keys()),
      test: new Int32Array(0),
      shapes: [],
      settings: {},
      context,
      gram: () => gramOfRows(x),
    },
    x.rows,
  );
  return { coordinates: rowsOfStack(train), values };
}

function lowerFactor(total: Matrix): Matrix {
  try {
    return cholesky(total).lower;
  } catch (error) {
    if (!(error instanceof NotPositiveDefiniteError)) throw error;
    throw new FitError('S-LDA: the scatter of the training images is singular. Give a larger penalty.');
  }
}

function withColumn(a: Matrix, column: Float64Array): Matrix {
  const result = matrix(a.rows, a.cols + 1);
  for (let i = 0; i < a.rows; i++) {
    result.data.set(a.data.subarray(i * a.cols, (i + 1) * a.cols), i * result.cols);
    result.data[i * result.cols + a.cols] = column[i];
  }
  return result;
}

function unitColumns(a: Matrix): Matrix {
  const lengths = new Float64Array(a.cols);
  a.data.forEach((value, at) => (lengths[at % a.cols] += value * value));
  const result = scaleColumns(
    a,
    lengths.map((length) => 1 / Math.sqrt(length)),
  );
  fixColumnSigns(result);
  return result;
}

function codes(images: ImageSet, mean: Matrix, w: Matrix): MatrixStack {
  return chunkedCodes(images, w.cols, 1, (part) => stackOfRows(projectImages(part, mean, w)));
}
