/** Sparse symmetric neighbourhood graphs over the rows of a matrix. */
import { matrix, squaredDistances, type Matrix } from '../../linalg/index.ts';

/** Neighbours of row i are `index[start[i]] … index[start[i + 1] − 1]`, ascending; `distances` are squared. */
export interface Graph {
  readonly start: Int32Array;
  readonly index: Int32Array;
  readonly distances: Float64Array;
}

/** Rows of a block whose distances to all others are held at once. */
const BLOCK = 128;

/** i and j are neighbours when either is among the `k` nearest of the other; ties go to the lower index. */
export function nearestGraph(x: Matrix, k: number): Graph {
  const edges = noEdges(x.rows);
  eachRow(x, (i, distances) => {
    for (const j of nearestOf(distances, i, k)) {
      edges[i].set(j, distances[j]);
      edges[j].set(i, distances[j]);
    }
  });
  return packed(edges);
}

/** The `k` rows nearest to row i, nearest first, from its distances to all; ties go to the lower index. */
export function nearestOf(distances: Float64Array, i: number, k: number): number[] {
  const near: number[] = [];
  for (let j = 0; j < distances.length; j++) {
    if (j === i || (near.length === k && distances[j] >= distances[near[k - 1]])) continue;
    let at = near.length;
    while (at > 0 && distances[near[at - 1]] > distances[j]) at--;
    near.splice(at, 0, j);
    if (near.length > k) near.pop();
  }
  return near;
}

/** i and j are neighbours when their distance is at most `radius`. */
export function ballGraph(x: Matrix, radius: number): Graph {
  const edges = noEdges(x.rows);
  eachRow(x, (i, distances) => {
    for (let j = 0; j < x.rows; j++) if (j !== i && distances[j] <= radius * radius) edges[i].set(j, distances[j]);
  });
  return packed(edges);
}

/** i and i + 1 are neighbours, where `sequence` is given only within rows of one value of it. */
export function chainGraph(count: number, sequence?: Int32Array | null): Graph {
  const edges = noEdges(count);
  for (const [i, j] of chainPairs(count, sequence)) {
    edges[i].set(j, 0);
    edges[j].set(i, 0);
  }
  return packed(edges);
}

/** Successive rows in order, with `sequence` successive rows of the same value of it, those of −1 left out. */
export function chainPairs(count: number, sequence?: Int32Array | null): [number, number][] {
  const last = new Map<number, number>();
  const pairs: [number, number][] = [];
  for (let i = 0; i < count; i++) {
    const key = sequence ? sequence[i] : 0;
    if (key < 0) continue;
    const before = last.get(key);
    if (before !== undefined) pairs.push([before, i]);
    last.set(key, i);
  }
  return pairs;
}

/** √ of the mean squared distance between two rows, O(T F): the unit of radii. */
export function typicalDistance(x: Matrix): number {
  const means = new Float64Array(x.cols);
  let energy = 0;
  x.data.forEach((value, at) => {
    means[at % x.cols] += value / x.rows;
    energy += value * value;
  });
  const centred = energy / x.rows - means.reduce((sum, mean) => sum + mean * mean, 0);
  return Math.sqrt((2 * centred * x.rows) / Math.max(1, x.rows - 1));
}

/** Squared distances of every row to all rows, of which only a block is held at a time. */
export function eachRow(x: Matrix, visit: (i: number, distances: Float64Array) => void): void {
  for (let from = 0; from < x.rows; from += BLOCK) {
    const height = Math.min(BLOCK, x.rows - from);
    const block = matrix(height, x.cols, x.data.slice(from * x.cols, (from + height) * x.cols));
    const distances = squaredDistances(block, x);
    for (let i = 0; i < height; i++) visit(from + i, distances.data.subarray(i * x.rows, (i + 1) * x.rows));
  }
}

function noEdges(count: number): Map<number, number>[] {
  return Array.from({ length: count }, () => new Map<number, number>());
}

function packed(edges: readonly Map<number, number>[]): Graph {
  const start = new Int32Array(edges.length + 1);
  edges.forEach((row, i) => (start[i + 1] = start[i] + row.size));
  const index = new Int32Array(start[edges.length]);
  const distances = new Float64Array(index.length);
  edges.forEach((row, i) => {
    [...row.entries()]
      .sort((a, b) => a[0] - b[0])
      .forEach(([j, distance], at) => {
        index[start[i] + at] = j;
        distances[start[i] + at] = distance;
      });
  });
  return { start, index, distances };
}
