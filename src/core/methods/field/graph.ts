/** Sparse symmetric neighbourhood graphs over the rows of a matrix. */
import { matrix, squaredDistances, type Matrix } from '../../linalg/index.ts';

/** Neighbours of row i are `index[start[i]] … index[start[i + 1] − 1]`, ascending; `distances` are squared. */
export interface Graph {
  readonly start: Int32Array;
  readonly index: Int32Array;
  readonly distances: Float64Array;
}

/**
 * Rows per tile of distances. Two tiles of 784 numbers per row fit into the second-level cache; comparing rows with all
 * others at once would read all of memory for every row.
 */
const TILE = 64;

/** i and j are neighbours if either is among the `k` nearest of the other; ties go to the lower index. */
export function nearestGraph(x: Matrix, k: number, between?: () => void): Graph {
  const near = Array.from({ length: x.rows }, () => nearestList(k));
  // Rejects nearly all pairs here, without a call: 0.7 s instead of 1.6 for 12 000 rows of 4 numbers.
  const reach = new Float64Array(x.rows).fill(Infinity);
  eachPair(
    x,
    (i, j, distance) => {
      if (distance <= reach[i]) reach[i] = near[i].offer(j, distance);
      if (distance <= reach[j]) reach[j] = near[j].offer(i, distance);
    },
    between,
  );
  const edges = noEdges(x.rows);
  near.forEach(({ members, distances }, i) =>
    members.forEach((j, at) => {
      edges[i].set(j, distances[at]);
      edges[j].set(i, distances[at]);
    }),
  );
  return packed(edges);
}

/** The `k` rows nearest to row i, nearest first, from its distances to all; ties go to the lower index. */
export function nearestOf(distances: Float64Array, i: number, k: number): readonly number[] {
  const near = nearestList(k);
  let reach = Infinity;
  distances.forEach((distance, j) => {
    if (j !== i && distance <= reach) reach = near.offer(j, distance);
  });
  return near.members;
}

/** The `k` nearest of the rows offered so far, nearest first. */
interface NearestList {
  readonly members: readonly number[];
  readonly distances: readonly number[];
  /** Offers row j; returns the distance above which no further row is accepted. */
  readonly offer: (j: number, distance: number) => number;
}

/** Ties go to the lower index, regardless of the order of the offers. */
function nearestList(k: number): NearestList {
  const members: number[] = [];
  const distances: number[] = [];
  const precedes = (j: number, distance: number, at: number) =>
    distance < distances[at] || (distance === distances[at] && j < members[at]);
  return {
    members,
    distances,
    offer(j, distance) {
      let at = members.length;
      while (at > 0 && precedes(j, distance, at - 1)) at--;
      members.splice(at, 0, j);
      distances.splice(at, 0, distance);
      members.length = distances.length = Math.min(members.length, k);
      return members.length === k ? distances[k - 1] : Infinity;
    },
  };
}

/** i and j are neighbours if their distance is at most `radius`. */
export function ballGraph(x: Matrix, radius: number, between?: () => void): Graph {
  const edges = noEdges(x.rows);
  eachPair(
    x,
    (i, j, distance) => {
      if (distance > radius * radius) return;
      edges[i].set(j, distance);
      edges[j].set(i, distance);
    },
    between,
  );
  return packed(edges);
}

/** i and i + 1 are neighbours; with `sequence` only within rows of the same value. */
export function chainGraph(count: number, sequence?: Int32Array | null): Graph {
  const edges = noEdges(count);
  for (const [i, j] of chainPairs(count, sequence)) {
    edges[i].set(j, 0);
    edges[j].set(i, 0);
  }
  return packed(edges);
}

/** Successive rows in order; with `sequence`, successive rows of the same value, without those of −1. */
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

/** Squared distances of every row to all rows; only those of one tile's rows are held at a time. */
export function eachRow(x: Matrix, visit: (i: number, distances: Float64Array) => void): void {
  for (let from = 0; from < x.rows; from += TILE) {
    const block = rowsFrom(x, from);
    const distances = matrix(block.rows, x.rows);
    for (let other = 0; other < x.rows; other += TILE) {
      const tile = squaredDistances(block, rowsFrom(x, other));
      for (let i = 0; i < block.rows; i++) {
        distances.data.set(tile.data.subarray(i * tile.cols, (i + 1) * tile.cols), i * x.rows + other);
      }
    }
    for (let i = 0; i < block.rows; i++) visit(from + i, distances.data.subarray(i * x.rows, (i + 1) * x.rows));
  }
}

/** Squared distances of all pairs of rows j < i, one tile at a time; `between` is called before each row of tiles. */
function eachPair(x: Matrix, visit: (i: number, j: number, distance: number) => void, between?: () => void): void {
  for (let from = 0; from < x.rows; from += TILE) {
    between?.();
    const block = rowsFrom(x, from);
    for (let other = 0; other <= from; other += TILE) {
      const tile = squaredDistances(block, rowsFrom(x, other));
      for (let i = 0; i < tile.rows; i++) {
        const width = Math.min(tile.cols, from + i - other);
        for (let j = 0; j < width; j++) visit(from + i, other + j, tile.data[i * tile.cols + j]);
      }
    }
  }
}

/** The rows of the tile that starts at `from`. */
function rowsFrom({ rows, cols, data }: Matrix, from: number): Matrix {
  const to = Math.min(from + TILE, rows);
  return matrix(to - from, cols, data.subarray(from * cols, to * cols));
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
