import {
  add,
  columns,
  identity,
  scaleRows,
  svd,
  symmetricEigen,
  trace,
  type Matrix,
  generalisedEigen,
  scale,
  type Eigen,
} from '../../linalg/index.ts';
import { orderTies } from '../axisScaling.ts';
import { classMeans, type ClassMeans } from './classMeans.ts';
import { FitError } from '../method.ts';
import type { ResolvedSetting } from '../resolvedSettings.ts';
import { singularRidge } from '../sharedDeclarations.ts';

/** Discriminant axes of whitened data, best first. */
export interface FisherAxes {
  /** p × m, orthonormal. */
  readonly vectors: Matrix;
  /**
   * Share of the variance along each axis that lies between classes, descending; 1 minus it is the eigenvalue of S_w.
   */
  readonly between: Float64Array;
}

/**
 * Eigenvectors of the within-class scatter with the smallest eigenvalues, for data with (1/T) ZᵀZ = I (Nicolaou,
 * Zafeiriou, Pantic 2014, eq. (3)). As S_w + S_b = I they are the leading right singular vectors of the K × p matrix of
 * √(n_c / T) (class mean): min(K − 1, p) of them, O(K² p). Axes with no within-class variance at all are equally good,
 * and ordered by orderTies.
 * @param values eigenvalues of the covariance before whitening, one per column of `whitened`
 */
export function fisherAxes(whitened: Matrix, values: Float64Array, labels: Int32Array): FisherAxes {
  return fisherAxesOf(classMeans(whitened, labels), values);
}

/** The same from the class means of the whitened data, with the sizes of the classes. */
export function fisherAxesOf({ means: plain, sizes }: ClassMeans, values: Float64Array): FisherAxes {
  const count = sizes.reduce((sum, size) => sum + size, 0);
  const means = scaleRows(
    plain,
    sizes.map((size) => Math.sqrt(size / count)),
  );
  const decomposition = svd(means);
  const m = Math.min(means.rows - 1, means.cols);
  const between = decomposition.values.slice(0, m).map((value) => Math.min(1, value * value));
  return { vectors: orderTies(columns(decomposition.v, 0, m), between, values), between };
}

/** The ridge of S_w in modeAxes. */
export const scatterRidge = singularRidge(
  'Added to the diagonal of the within-subject scatter of rows or columns, as a multiple of its mean there, where that scatter is singular: over constant borders, or with very few images.',
);

/** Axes of rows or columns, and the ridge if one had to be added to find them. */
export interface ModeAxes extends Eigen {
  readonly ridge: ResolvedSetting | null;
}

/** The ridges of a fit, as facts of it; none of a fit without them. */
export function amountsOf(...axes: readonly ModeAxes[]): { readonly amounts?: readonly ResolvedSetting[] } {
  const amounts = axes.flatMap(({ ridge }) => ridge ?? []);
  return amounts.length > 0 ? { amounts } : {};
}

/** Whether eigenvalues of a symmetric positive semi-definite matrix (descending) are zero up to rounding. */
function isSingular(values: Float64Array): boolean {
  return !(values[values.length - 1] > values.length * Number.EPSILON * values[0]);
}

/**
 * Leading solutions of S_b v = λ S_w v of the rows or columns of images, with Vᵀ S_w V = I. A singular S_w gets ridge ·
 * (tr S_w / d) I, a multiple of the identity as in regularised discriminant analysis (Friedman 1989). Throws FitError
 * if it is singular without a ridge, or zero.
 * @param of "rows" or "columns", for messages
 * @param count number of images, which divides both scatters
 */
export function modeAxes(
  title: string,
  of: 'rows' | 'columns',
  between: Matrix,
  within: Matrix,
  { count, q, ridge }: { readonly count: number; readonly q: number; readonly ridge: number },
): ModeAxes {
  const scatter = scale(within, 1 / count);
  const { values: spectrum } = symmetricEigen(scatter);
  const mean = trace(scatter) / scatter.rows;
  if (!(mean > 0)) throw new FitError(`${title}: the training images of every subject are equal in these ${of}.`);
  const singular = isSingular(spectrum);
  if (singular && ridge === 0) {
    const rank = spectrum.filter((value) => value > spectrum.length * Number.EPSILON * spectrum[0]).length;
    throw new FitError(
      `${title}: the ${of} of the images of a subject vary in ${rank} of ${within.rows} directions. Crop constant borders, use more images per subject, or give a ridge.`,
    );
  }
  const added = ridge * mean;
  const regular = singular ? add(scatter, identity(scatter.rows), added) : scatter;
  const { values, vectors } = generalisedEigen(scale(between, 1 / count), regular);
  const remark = `${ridge} × the mean of the diagonal, where the scatter is singular`;
  return {
    values: values.slice(0, q),
    vectors: columns(vectors, 0, q),
    ridge: singular
      ? { setting: 'ridge', name: `ridge of ${of}`, value: added, unit: 'squared grey values', remark }
      : null,
  };
}
