import type { Matrix } from '../../linalg/index.ts';
import { countedClasses } from '../discriminant/classMeans.ts';
import { eachRow } from '../field/graph.ts';

/** Two rows, the lower index first. */
export type Pair = readonly [number, number];

/**
 * For every label the `k` nearest pairs of one row of it and one of another label, each pair once in all; ties go to
 * the lower indices.
 */
export function marginalPairs(x: Matrix, labels: Int32Array, k: number, between?: () => void): Pair[] {
  const { index, names } = countedClasses(labels);
  const lists = Array.from(names, () => [] as { distance: number; pair: Pair }[]);
  const shorten = (list: { distance: number; pair: Pair }[]): void => {
    list.sort((a, b) => a.distance - b.distance || a.pair[0] - b.pair[0] || a.pair[1] - b.pair[1]);
    list.length = Math.min(list.length, k);
  };
  eachRow(x, (i, distances) => {
    if (i % 256 === 0) between?.();
    for (let j = 0; j < i; j++) {
      if (index[i] === index[j]) continue;
      const entry = { distance: distances[j], pair: [j, i] as const };
      for (const list of [lists[index[i]], lists[index[j]]]) {
        list.push(entry);
        // Between two cuts a list grows to twice what is kept, so that all of them together stay small.
        if (list.length >= 2 * k + 64) shorten(list);
      }
    }
  });
  const pairs = new Map<string, Pair>();
  for (const list of lists) {
    shorten(list);
    for (const { pair } of list) pairs.set(pair.join(), pair);
  }
  return [...pairs.values()];
}
