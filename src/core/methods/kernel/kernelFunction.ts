/** The kernels that methods offer: their settings and their values. */
import { matrix, type Matrix } from '../../linalg/index.ts';
import type { Parameter, Settings } from '../method.ts';

export const kernelParameters: readonly Parameter[] = [
  {
    name: 'kernel',
    title: 'Kernel',
    help: 'Gaussian: exp(−γ ‖x − y‖²). Polynomial: (γ xᵀy + c)^p, on grey values as they are.',
    kind: 'choice',
    default: 'gaussian',
    choices: [
      { value: 'gaussian', title: 'Gaussian' },
      { value: 'polynomial', title: 'Polynomial' },
    ],
  },
  {
    name: 'unit',
    title: 'Unit of γ',
    help: 'Data: γ is divided by the median squared distance of two training images (Gaussian) or by their mean squared norm (polynomial). Absolute: per squared grey value.',
    kind: 'choice',
    default: 'data',
    choices: [
      { value: 'data', title: 'Data (median rule)' },
      { value: 'absolute', title: 'Absolute' },
    ],
  },
  {
    name: 'gamma',
    title: 'γ',
    help: 'Inverse width of the Gaussian kernel, scale of the polynomial one, in the unit above.',
    kind: 'number',
    default: 1,
    min: 1e-12,
    max: 1e12,
  },
  {
    name: 'degree',
    title: 'Degree p',
    help: 'Of the polynomial kernel.',
    kind: 'integer',
    default: 2,
    min: 1,
    max: 10,
  },
  {
    name: 'offset',
    title: 'Offset c',
    help: 'Of the polynomial kernel: 0 leaves terms of degree p only, 1 has all lower degrees too.',
    kind: 'number',
    default: 1,
    min: 0,
    max: 1e6,
  },
];

/** A kernel with all its numbers. */
export interface Kernel {
  readonly kind: 'gaussian' | 'polynomial';
  /** Per squared grey value. */
  readonly gamma: number;
  readonly degree: number;
  readonly offset: number;
}

/**
 * The kernel that settings ask for.
 * @param inner inner products of the training images, T × T
 */
export function kernelOf(settings: Settings, inner: Matrix): Kernel {
  const kind = settings.kernel === 'polynomial' ? 'polynomial' : 'gaussian';
  const unit = settings.unit === 'absolute' ? 1 : kind === 'gaussian' ? medianDistance(inner) : meanNorm(inner);
  return {
    kind,
    gamma: (settings.gamma as number) / unit,
    degree: settings.degree as number,
    offset: settings.offset as number,
  };
}

/**
 * Values of the kernel from inner products.
 * @param inner m × n
 * @param left squared norms of the m images
 * @param right squared norms of the n images
 */
export function kernelValues(kernel: Kernel, inner: Matrix, left: Float64Array, right: Float64Array): Matrix {
  const { kind, gamma, degree, offset } = kernel;
  const result = matrix(inner.rows, inner.cols);
  for (let i = 0, at = 0; i < inner.rows; i++) {
    for (let j = 0; j < inner.cols; j++, at++) {
      const product = inner.data[at];
      result.data[at] =
        kind === 'gaussian'
          ? Math.exp(-gamma * Math.max(0, left[i] + right[j] - 2 * product))
          : (gamma * product + offset) ** degree;
    }
  }
  return result;
}

/** The diagonal of a square matrix of inner products. */
export function squaredNorms(inner: Matrix): Float64Array {
  return Float64Array.from({ length: inner.rows }, (_, i) => inner.data[i * (inner.cols + 1)]);
}

/** The lower median of the squared distances of two different images. */
function medianDistance(inner: Matrix): number {
  const norms = squaredNorms(inner);
  const distances = new Float64Array((inner.rows * (inner.rows - 1)) / 2);
  for (let i = 1, at = 0; i < inner.rows; i++) {
    for (let j = 0; j < i; j++, at++) distances[at] = norms[i] + norms[j] - 2 * inner.data[i * inner.cols + j];
  }
  distances.sort();
  return distances[(distances.length - 1) >> 1];
}

function meanNorm(inner: Matrix): number {
  return squaredNorms(inner).reduce((sum, norm) => sum + norm, 0) / inner.rows;
}
