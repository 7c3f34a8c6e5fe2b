import { cholesky, gramOfRows, matrix, type Matrix } from '../../linalg/index.ts';

/**
 * Weights of the neighbours of every row that reconstruct it best, with sum 1 (Roweis, Saul 2000). `ridge` times the
 * trace is added to the diagonal of the neighbours' Gram matrix, which is singular for more neighbours than dimensions;
 * neighbours that all coincide with the row weigh the same.
 */
export function reconstructionWeights(
  x: Matrix,
  near: readonly (readonly number[])[],
  ridge: number,
): readonly Float64Array[] {
  return near.map((own, n) => {
    const k = own.length;
    const apart = matrix(k, x.cols);
    own.forEach((j, at) => {
      for (let i = 0; i < x.cols; i++) apart.data[at * x.cols + i] = x.data[j * x.cols + i] - x.data[n * x.cols + i];
    });
    const gram = gramOfRows(apart);
    let total = 0;
    for (let at = 0; at < k; at++) total += gram.data[at * (k + 1)];
    for (let at = 0; at < k; at++) gram.data[at * (k + 1)] += total > 0 ? ridge * total : 1;
    const weights = cholesky(gram).solve(matrix(k, 1, new Float64Array(k).fill(1))).data;
    const sum = weights.reduce((all, value) => all + value, 0);
    return weights.map((value) => value / sum);
  });
}
