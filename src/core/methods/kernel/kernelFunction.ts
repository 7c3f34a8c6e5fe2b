/** Kernels of methods: their settings and their values. */
import { matrix, type Matrix } from '../../linalg/index.ts';
import type { ResolvedSetting } from '../resolvedSettings.ts';
import type { SettingsOf } from '../typedSettings.ts';
import type { Parameter } from '../method.ts';

/**
 * @param of name of the method in comparisons
 * @param gamma the default of γ
 */
export function kernelParameters(of: string, gamma = 1) {
  return [
    {
      name: 'kernel',
      stated: { used: 'a {} kernel' },
      title: 'Kernel',
      help: 'Gaussian: exp(−γ ‖x − y‖²). Polynomial: (γ xᵀy + c)^p, on grey values as they are. Fractional power: sign(xᵀy) |xᵀy|^p for p up to 1, without γ and c (Liu 2004, 2006, on Gabor features); it is not positive definite, and axes of negative eigenvalues are left out, as published.',
      kind: 'choice',
      default: 'gaussian',
      source: { measured: `${of}.kernel` },
      choices: [
        { value: 'gaussian', title: 'Gaussian' },
        { value: 'polynomial', title: 'Polynomial' },
        { value: 'fractional', title: 'Fractional power' },
      ],
    },
    {
      name: 'unit',
      stated: {
        with: 'kernel',
        phrases: {
          'data gaussian': 'the inverse median squared distance between training images as the unit of γ',
          'data polynomial': 'the inverse mean squared norm of the training images as the unit of γ',
          'absolute gaussian': 'the inverse squared grey value as the unit of γ',
          'absolute polynomial': 'the inverse squared grey value as the unit of γ',
        },
      },
      only: { kernel: ['gaussian', 'polynomial'] },
      title: 'Unit of γ',
      help: 'Data: γ is divided by the median squared distance of two training images (Gaussian) or by their mean squared norm (polynomial). Absolute: per squared grey value.',
      kind: 'choice',
      default: 'data',
      source: { neutral: 'data: γ means the same for images in any unit' },
      choices: [
        { value: 'data', title: 'Data (median rule)' },
        { value: 'absolute', title: 'Absolute' },
      ],
    },
    {
      name: 'gamma',
      stated: 'by title',
      only: { kernel: ['gaussian', 'polynomial'] },
      title: 'γ',
      help: 'Inverse width of the Gaussian kernel, scale of the polynomial one, in the unit above.',
      kind: 'number',
      default: gamma,
      source: { measured: `${of}.gamma` },
      min: 1e-12,
      max: 1e12,
    },
    {
      name: 'degree',
      stated: 'by title',
      only: { kernel: ['polynomial'] },
      title: 'Degree p',
      help: 'Of the polynomial kernel.',
      kind: 'integer',
      default: 2,
      source: { measured: `${of}.degree` },
      min: 1,
      max: 10,
    },
    {
      name: 'offset',
      stated: 'by title',
      only: { kernel: ['polynomial'] },
      title: 'Offset c',
      help: 'Of the polynomial kernel: 0 leaves terms of degree p only, 1 has all lower degrees too.',
      kind: 'number',
      default: 1,
      source: { measured: `${of}.offset` },
      min: 0,
      max: 1e6,
    },
    {
      name: 'power',
      stated: 'by title',
      only: { kernel: ['fractional'] },
      title: 'Power p',
      help: 'Of the fractional power kernel; Liu has 0.7 and 0.8.',
      kind: 'number',
      default: 0.8,
      source: { published: 'Liu 2004, 2006: 0.7 and 0.8', measured: `${of}.power` },
      min: 0.01,
      max: 1,
    },
  ] as const satisfies readonly Parameter[];
}

export type KernelSettings = SettingsOf<ReturnType<typeof kernelParameters>>;

/** A kernel with all numbers resolved. */
export interface Kernel {
  readonly kind: 'gaussian' | 'polynomial' | 'fractional';
  /** Per squared grey value; 1 if the kernel has none. */
  readonly gamma: number;
  /** p, for polynomials an integer. */
  readonly degree: number;
  readonly offset: number;
}

/** The kernel of the settings, with γ in absolute units. */
export function kernelWith({ kernel, degree, power, offset }: KernelSettings, gamma: number): Kernel {
  if (kernel === 'fractional') return { kind: kernel, gamma: 1, degree: power, offset: 0 };
  const kind = kernel === 'polynomial' ? kernel : 'gaussian';
  return { kind, gamma, degree: degree, offset: offset };
}

/**
 * The kernel of the settings.
 * @param inner inner products of the training images, T × T
 */
export function kernelOf(settings: KernelSettings, inner: Matrix): Kernel {
  const { kernel, unit, gamma } = settings;
  const scale = unit === 'absolute' ? 1 : kernel === 'gaussian' ? medianDistance(inner) : meanNorm(inner);
  return kernelWith(settings, gamma / scale);
}

/** γ in absolute units, for kernels that use it. */
export function kernelAmounts({ kind, gamma }: Kernel, settings: KernelSettings): ResolvedSetting[] {
  if (kind === 'fractional') return [];
  const quantity =
    kind === 'gaussian' ? 'median squared distance of two training images' : 'mean squared norm of an image';
  const remark = settings.unit === 'absolute' ? 'as given' : `${settings.gamma} / ${quantity}`;
  return [{ setting: 'gamma', name: 'γ', value: gamma, unit: 'per squared grey value', remark }];
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
  if (kind === 'fractional') {
    inner.data.forEach((product, at) => (result.data[at] = Math.sign(product) * Math.abs(product) ** degree));
    return result;
  }
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
