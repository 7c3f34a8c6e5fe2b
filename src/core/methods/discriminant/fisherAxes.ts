import {
  columns,
  scaleRows,
  svd,
  type Matrix,
  generalisedEigen,
  NotPositiveDefiniteError,
  scale,
  type Eigen,
} from '../../linalg/index.ts';
import { orderTies } from '../axisScaling.ts';
import { classMeans, type ClassMeans } from './classMeans.ts';
import { FitError } from '../method.ts';

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

/**
 * Leading solutions of S_b v = λ S_w v of the rows or columns of images, with Vᵀ S_w V = I. Throws FitError if S_w is
 * singular.
 * @param count number of images, which divides both scatters
 */
export function modeAxes(title: string, between: Matrix, within: Matrix, count: number, q: number): Eigen {
  try {
    const { values, vectors } = generalisedEigen(scale(between, 1 / count), scale(within, 1 / count));
    return { values: values.slice(0, q), vectors: columns(vectors, 0, q) };
  } catch (error) {
    if (!(error instanceof NotPositiveDefiniteError)) throw error;
    throw new FitError(
      `${title}: the images of a subject differ in fewer than ${within.rows} directions of their rows or columns. Crop constant borders or use more images per subject.`,
    );
  }
}
