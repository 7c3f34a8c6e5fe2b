import { describe, expect, it } from 'vitest';
import { permutation, sampleWithoutReplacement, shuffle } from '../../../src/core/random/sampling.ts';
import { stream } from '../../../src/core/random/stream.ts';

describe('sampling', () => {
  it('draws different numbers of the range', () => {
    const random = stream('sample');
    for (let trial = 0; trial < 200; trial++) {
      const drawn = sampleWithoutReplacement(random, 10, 4);
      expect(new Set(drawn).size).toBe(4);
      expect(drawn.every((value) => value >= 0 && value < 10)).toBe(true);
    }
  });

  it('draws every subset equally often', () => {
    const random = stream('subsets');
    const counts = new Map<string, number>();
    for (let trial = 0; trial < 12_000; trial++) {
      const key = [...sampleWithoutReplacement(random, 4, 2)].join();
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
    expect(counts.size).toBe(12);
    // Chi-squared with 11 degrees of freedom: 31.3 has probability 0.001.
    const chi = [...counts.values()].reduce((sum, count) => sum + (count - 1000) ** 2 / 1000, 0);
    expect(chi).toBeLessThan(31.3);
  });

  it('permutes and shuffles without loss', () => {
    expect([...permutation(stream('p'), 50)].sort((a, b) => a - b)).toEqual(Array.from({ length: 50 }, (_, i) => i));
    const items = ['a', 'b', 'c', 'd'];
    expect(shuffle(stream('s'), items).sort()).toEqual(items);
    expect(items).toEqual(['a', 'b', 'c', 'd']);
  });

  it('refuses to draw more than there is', () => {
    expect(() => sampleWithoutReplacement(stream('x'), 3, 4)).toThrow(RangeError);
    expect([...sampleWithoutReplacement(stream('x'), 3, 0)]).toEqual([]);
  });
});
