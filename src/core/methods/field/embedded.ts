import { matrix, type Matrix } from '../../linalg/index.ts';

/** A over `rows` rows, zeros below its own. */
export function embedded(a: Matrix, rows: number): Matrix {
  const result = matrix(rows, a.cols);
  result.data.set(a.data);
  return result;
}
