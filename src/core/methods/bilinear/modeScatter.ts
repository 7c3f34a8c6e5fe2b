/**
 * Scatter matrices of the columns and rows of images, seen through a basis B of the other mode. Both go through the
 * projections X_n B (or Bᵀ X_n) and one Gram product, so with q columns in B they cost O(N d_c (d_r + d_c) q), and the
 * sums have no cancelling terms.
 */
import {
  gramOfColumns,
  gramOfRows,
  matrix,
  type ImageBatch,
  type Matrix,
  type MatrixStack,
} from '../../linalg/index.ts';

/** Σ_n X_n B Bᵀ X_nᵀ, d_c × d_c; B is d_r × q. */
export function columnScatter(batch: ImageBatch, basis: Matrix): Matrix {
  return gramOfRows(sideBySide(batch.project(null, basis)));
}

/** Σ_n X_nᵀ B Bᵀ X_n, d_r × d_r; B is d_c × q. */
export function rowScatter(batch: ImageBatch, basis: Matrix): Matrix {
  const projected = batch.project(basis, null);
  return gramOfColumns(matrix(projected.count * projected.rows, projected.cols, projected.data));
}

/** [Y_1 … Y_N], rows × (N · cols). */
function sideBySide(stack: MatrixStack): Matrix {
  const { count, rows, cols } = stack;
  const result = matrix(rows, count * cols);
  for (let n = 0, from = 0; n < count; n++) {
    for (let i = 0; i < rows; i++, from += cols) {
      const to = i * count * cols + n * cols;
      for (let j = 0; j < cols; j++) result.data[to + j] = stack.data[from + j];
    }
  }
  return result;
}
