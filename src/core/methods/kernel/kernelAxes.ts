/** Principal axes in the space of a kernel, by the centred kernel matrix of the training images. */
import { columns, leadingEigen, matrix, type Eigen, type Matrix } from '../../linalg/index.ts';
import { FitError } from '../method.ts';
import { kernelOf, kernelValues, squaredNorms, type Kernel, type KernelSettings } from './kernelFunction.ts';

/**
 * Eigenvalues below this share of the largest are rounding errors of the kernel matrix, as are those below the rounding
 * errors of its values before they were centred.
 */
const NULL_SPACE = 1e-12;

/** Means that centre the kernel values of any image. */
export interface KernelCentre {
  /** Mean of every column of the training kernel matrix, T. */
  readonly means: Float64Array;
  readonly overall: number;
}

export interface KernelAxes {
  readonly kernel: Kernel;
  readonly centre: KernelCentre;
  /** The centred kernel matrix, T × T. */
  readonly centred: Matrix;
  /** V, T × r: its orthonormal eigenvectors for eigenvalues above rounding. */
  readonly vectors: Matrix;
  /** s_1 ≥ … ≥ s_r > 0. */
  readonly values: Float64Array;
}

/**
 * The `count` leading axes, or fewer if the rank is lower. Throws FitError if all images are equal.
 * @param inner inner products of the training images, T × T
 */
export function kernelAxes(title: string, inner: Matrix, settings: KernelSettings, count: number): KernelAxes {
  const kernel = kernelOf(settings, inner);
  const norms = squaredNorms(inner);
  if (!(kernel.gamma > 0 && Number.isFinite(kernel.gamma))) {
    throw new FitError(`${title}: at least half of all pairs of training images are equal. Give γ in absolute units.`);
  }
  const values = kernelValues(kernel, inner, norms, norms);
  if (values.data.some((value) => !Number.isFinite(value))) {
    throw new FitError(
      `${title}: values of the kernel are too large to be numbers. Reduce γ, the offset or the degree.`,
    );
  }
  const centre = centreOf(values);
  const centred = centreKernel(values, centre);
  const eigen: Eigen = leadingEigen(centred, Math.min(count, inner.rows));
  const cut = Math.max(NULL_SPACE * eigen.values[0], Number.EPSILON * inner.rows * largest(values));
  let rank = 0;
  while (rank < eigen.values.length && eigen.values[rank] > cut) rank++;
  if (rank === 0) {
    throw new FitError(`${title}: all training images are equal to the kernel.`);
  }
  return { kernel, centre, centred, vectors: columns(eigen.vectors, 0, rank), values: eigen.values.slice(0, rank) };
}

function largest({ data }: Matrix): number {
  return data.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
}

function centreOf(values: Matrix): KernelCentre {
  const means = new Float64Array(values.cols);
  values.data.forEach((value, at) => (means[at % values.cols] += value / values.rows));
  return { means, overall: means.reduce((sum, mean) => sum + mean, 0) / values.cols };
}

/** Kernel values of images (rows) with the training images, centred at the mean of the training images. */
export function centreKernel(values: Matrix, { means, overall }: KernelCentre): Matrix {
  const result = matrix(values.rows, values.cols);
  for (let i = 0, at = 0; i < values.rows; i++) {
    let rowMean = 0;
    for (let j = 0; j < values.cols; j++) rowMean += values.data[at + j];
    rowMean /= values.cols;
    for (let j = 0; j < values.cols; j++, at++) result.data[at] = values.data[at] - rowMean - means[j] + overall;
  }
  return result;
}
