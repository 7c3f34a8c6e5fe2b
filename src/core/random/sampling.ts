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

/**
 * A gamma variate of this shape and rate 1 (Marsaglia, Tsang 2000, "A simple method for generating gamma variables");
 * shapes below 1 by the variate of shape + 1 times u^(1/shape). Throws RangeError unless the shape is positive.
 */
export function gamma(random: Random, shape: number): number {
  if (!(shape > 0)) throw new RangeError(`gamma: expected a shape above 0, found ${shape}`);
  if (shape < 1) return gamma(random, shape + 1) * (1 - random.uniform()) ** (1 / shape);
  const d = shape - 1 / 3;
  const c = 1 / Math.sqrt(9 * d);
  for (;;) {
    const x = random.normal();
    const v = (1 + c * x) ** 3;
    // 1 − uniform lies in (0, 1]: its logarithm is finite.
    if (v > 0 && Math.log(1 - random.uniform()) < 0.5 * x * x + d - d * v + d * Math.log(v)) return d * v;
  }
}
