/** Matrices put together from blocks. */
import { matrix, type Matrix } from './matrix.ts';

/** [A B]. */
export function joinColumns(a: Matrix, b: Matrix): Matrix {
  const result = matrix(a.rows, a.cols + b.cols);
  for (let i = 0; i < a.rows; i++) {
    result.data.set(a.data.subarray(i * a.cols, (i + 1) * a.cols), i * result.cols);
    result.data.set(b.data.subarray(i * b.cols, (i + 1) * b.cols), i * result.cols + a.cols);
  }
  return result;
}

/** The symmetric matrix with leading block A and last columns B. */
export function bordered(a: Matrix, b: Matrix): Matrix {
  const result = matrix(b.rows, b.rows);
  for (let i = 0; i < a.rows; i++) result.data.set(a.data.subarray(i * a.cols, (i + 1) * a.cols), i * b.rows);
  for (let i = 0; i < b.rows; i++) {
    for (let j = 0; j < b.cols; j++) {
      result.data[i * b.rows + a.cols + j] = b.data[i * b.cols + j];
      result.data[(a.cols + j) * b.rows + i] = b.data[i * b.cols + j];
    }
  }
  return result;
}
