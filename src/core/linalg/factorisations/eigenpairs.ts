import type { Matrix } from '../matrix.ts';

/** Eigenvalues in descending order and the matching eigenvectors as columns. */
export interface Eigen {
  readonly values: Float64Array;
  readonly vectors: Matrix;
}
