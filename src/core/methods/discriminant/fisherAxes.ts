import {
  columns,
  gramOfColumns,
  matrix,
  multiply,
  scaleRows,
  svd,
  symmetricEigen,
  type Matrix,
} from '../../linalg/index.ts';
import { classMeans, type ClassMeans } from './classMeans.ts';

/** Discriminant axes of whitened data, best first. */
export interface FisherAxes {
  /** p × m, orthonormal. */
  readonly vectors: Matrix;
  /**
   * Share of the variance along each axis that lies between classes, descending; 1 minus it is the eigenvalue of S_w.
   */
  readonly between: Float64Array;
}

/** Eigenvalues of the whitened S_w below this count as zero: rounding of the whitening is about 1e-13. */
const NULL_SPACE = 1e-10;

/**
 * Eigenvectors of the within-class scatter with the smallest eigenvalues, for data with (1/T) ZᵀZ = I (Nicolaou,
 * Zafeiriou, Pantic 2014, eq. (3)). As S_w + S_b = I they are the leading right singular vectors of the K × p matrix of
 * √(n_c / T) (class mean): min(K − 1, p) of them, O(K² p). Axes with no within-class variance at all are equally good;
 * they are ordered by the variance (before whitening) that their unit vectors in image space capture, so that the first
 * q of them are defined.
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
  const found = svd(means);
  const m = Math.min(means.rows - 1, means.cols);
  const between = found.values.slice(0, m).map((value) => Math.min(1, value * value));
  const vectors = columns(found.v, 0, m);
  let ties = 0;
  while (ties < m && 1 - between[ties] < NULL_SPACE) ties++;
  return { vectors: ties > 1 ? orderTies(vectors, values, ties) : vectors, between };
}

/** Rotates the first `ties` axes v to ascending vᵀ Λ⁻¹ v, the squared length of the image-space vector U Λ^(−½) v. */
function orderTies(vectors: Matrix, values: Float64Array, ties: number): Matrix {
  const [p, m] = [vectors.rows, vectors.cols];
  const tied = columns(vectors, 0, ties);
  const scaled = matrix(p, ties);
  for (let i = 0, at = 0; i < p; i++) {
    for (let j = 0; j < ties; j++, at++) scaled.data[at] = tied.data[at] / Math.sqrt(values[i]);
  }
  const { vectors: rotation } = symmetricEigen(gramOfColumns(scaled));
  const rotated = multiply(tied, rotation);
  const result = matrix(p, m, vectors.data.slice());
  for (let i = 0; i < p; i++) {
    for (let j = 0; j < ties; j++) result.data[i * m + j] = rotated.data[i * ties + (ties - 1 - j)];
  }
  return result;
}
