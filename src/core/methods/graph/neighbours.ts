import type { Matrix } from '../../linalg/index.ts';
import { eachRow, nearestOf } from '../field/graph.ts';

/**
 * The `k` nearest rows of every row, nearest first, ties to the lower index: of all others, or with `labels` of those
 * of the same label, where there may be fewer.
 */
export function directedNeighbours(
  x: Matrix,
  k: number,
  labels: Int32Array | null,
  between?: () => void,
): readonly (readonly number[])[] {
  const near: (readonly number[])[] = [];
  eachRow(x, (i, distances) => {
    if (i % 256 === 0) between?.();
    const apart = labels ? distances.map((value, j) => (labels[j] === labels[i] ? value : Infinity)) : distances;
    near.push(nearestOf(apart, i, Math.min(k, x.rows - 1)).filter((j) => apart[j] < Infinity));
  });
  return near;
}
