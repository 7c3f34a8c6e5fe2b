import { matrix, type Matrix } from './matrix.ts';

/** A ⊗ B. */
export function kronecker(a: Matrix, b: Matrix): Matrix {
  const result = matrix(a.rows * b.rows, a.cols * b.cols);
  for (let i = 0; i < result.rows; i++) {
    for (let j = 0; j < result.cols; j++) {
      result.data[i * result.cols + j] =
        a.data[Math.floor(i / b.rows) * a.cols + Math.floor(j / b.cols)] * b.data[(i % b.rows) * b.cols + (j % b.cols)];
    }
  }
  return result;
}
