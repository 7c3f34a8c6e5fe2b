import type { Random } from './stream.ts';

/** The numbers 0 … n − 1 in random order (Fisher–Yates, every order equally likely). */
export function permutation(random: Random, n: number): Int32Array {
  return sampleWithoutReplacement(random, n, n);
}

/** `k` different numbers of 0 … n − 1 in the order drawn. Throws RangeError unless 0 ≤ k ≤ n. */
export function sampleWithoutReplacement(random: Random, n: number, k: number): Int32Array {
  if (!Number.isInteger(n) || !Number.isInteger(k) || k < 0 || k > n) {
    throw new RangeError(`sampleWithoutReplacement: expected 0 ≤ k ≤ n, found k = ${k}, n = ${n}`);
  }
  const pool = Int32Array.from({ length: n }, (_, i) => i);
  for (let i = 0; i < k; i++) {
    const j = i + random.integer(n - i);
    const taken = pool[j];
    pool[j] = pool[i];
    pool[i] = taken;
  }
  return pool.slice(0, k);
}

/** A shuffled copy of `items`. */
export function shuffle<T>(random: Random, items: readonly T[]): T[] {
  return Array.from(permutation(random, items.length), (i) => items[i]);
}
