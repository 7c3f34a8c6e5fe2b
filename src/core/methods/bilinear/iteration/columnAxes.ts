import {
  fixColumnSigns,
  gramOfColumns,
  leadingEigen,
  matrix,
  multiply,
  orthonormalise,
  trace,
  type ImageBatch,
  type LeadingSum,
  type Matrix,
} from '../../../linalg/index.ts';

/** Eigenvalues of Z Zᵀ below this share of the largest are not computed from ZᵀZ. */
const LEAST_SHARE = 1e-10;

/**
 * The q leading eigenpairs of Σ X_n R Rᵀ X_nᵀ = Z Zᵀ, Z = (X_1 R … X_N R). If Z is taller than wide they come from ZᵀZ:
 * 1.5 ms instead of 17 for fifty 500 × 20 images and three columns of R.
 */
export function columnAxes(batch: ImageBatch, r: Matrix, q: number): LeadingSum {
  const width = batch.count * r.cols;
  if (2 * width < batch.rows && q <= width) {
    const codes = batch.project(null, r);
    const z = matrix(batch.rows, width);
    for (let n = 0, k = 0; n < batch.count; n++) {
      for (let i = 0; i < batch.rows; i++) {
        for (let j = 0; j < r.cols; j++, k++) z.data[i * width + n * r.cols + j] = codes.data[k];
      }
    }
    const gram = gramOfColumns(z);
    const { values, vectors } = leadingEigen(gram, q);
    if (values[q - 1] > LEAST_SHARE * values[0]) {
      const axes = orthonormalise(multiply(z, vectors));
      fixColumnSigns(axes);
      return { values, vectors: axes, trace: trace(gram) };
    }
  }
  const sum = batch.sumRightFactor(r);
  return { ...leadingEigen(sum, q), trace: trace(sum) };
}
