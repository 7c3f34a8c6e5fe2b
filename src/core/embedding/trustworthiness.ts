import type { Matrix } from '../linalg/index.ts';
import { eachRow, nearestOf } from '../methods/field/graph.ts';

/**
 * Trustworthiness of codes (Venna, Kaski 2001): 1 − 2 / (T k (2 T − 3 k − 1)) Σ_i Σ_j max(0, r(i, j) − k) over the k
 * nearest j of i among the codes, r(i, j) the rank of j among the neighbours of i in the data. 1 when the neighbours in
 * the codes are neighbours in the data. O(T² (F + q + k)), never T × T numbers at once. Needs k < T / 2.
 */
export function trustworthiness(data: Matrix, codes: Matrix, k: number): number {
  const count = data.rows;
  if (!(k >= 1 && k < count / 2)) {
    throw new RangeError(`trustworthiness: expected 1 ≤ k < ${count / 2} for ${count} rows, found ${k}`);
  }
  const near: (readonly number[])[] = [];
  eachRow(codes, (i, distances) => near.push(nearestOf(distances, i, k)));
  let sum = 0;
  eachRow(data, (i, distances) => {
    for (const j of near[i]) {
      let rank = 1;
      for (let l = 0; l < count; l++) {
        if (l !== i && (distances[l] < distances[j] || (distances[l] === distances[j] && l < j))) rank++;
      }
      sum += Math.max(0, rank - k);
    }
  });
  return 1 - (2 * sum) / (count * k * (2 * count - 3 * k - 1));
}
