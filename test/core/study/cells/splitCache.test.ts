import { describe, expect, it } from 'vitest';
import type { SweepInput } from '../../../../src/core/methods/method.ts';
import { splitCoordinates } from '../../../../src/core/methods/vector/principalAxes.ts';
import { stream } from '../../../../src/core/random/stream.ts';
import { splitCache } from '../../../../src/core/study/cells/splitCache.ts';
import { data, labels } from '../smallDataset.ts';

const never = (): void => undefined;

describe('the work of a split', () => {
  it('is done once under its name, and its time counts for everybody who uses it', () => {
    const work = splitCache();
    let times = 0;
    const slow = (): number => {
      const until = performance.now() + 5;
      while (performance.now() < until);
      return ++times;
    };
    const spent = (use: () => void): number => {
      const before = work.clock();
      use();
      return work.clock() - before;
    };
    expect(work.once('a', slow)).toBe(1);
    expect(spent(() => work.once('a', slow))).toBeGreaterThanOrEqual(0.005);
    // What 'b' finds done is part of its own time.
    expect(spent(() => work.once('b', () => work.once('a', slow)))).toBeGreaterThanOrEqual(0.005);
    expect(spent(() => work.once('b', slow))).toBeGreaterThanOrEqual(0.005);
    expect(times).toBe(1);
  });

  it('is not kept when it fails', () => {
    const { once } = splitCache();
    expect(() =>
      once('a', () => {
        throw new Error('no');
      }),
    ).toThrow('no');
    expect(once('a', () => 1)).toBe(1);
  });

  it('is one decomposition for methods that start from principal coordinates', () => {
    const work = splitCache();
    let grams = 0;
    const input: SweepInput = {
      images: data.images,
      labels,
      train: Int32Array.of(0, 1, 2, 3, 4, 5, 6, 7, 8, 9),
      test: Int32Array.of(10, 11, 12),
      shapes: [[1]],
      settings: {},
      context: { random: stream('x'), checkCancelled: never },
      gram: () => {
        grams++;
        return data.gram();
      },
      once: work.once,
    };
    // PCA at every q, PPCA with one eigenvalue more than its largest q, and LDA with all of them ask for the same nine.
    const first = splitCoordinates(input, 9);
    expect(splitCoordinates(input, 10)).toBe(first);
    expect(splitCoordinates(input, 30)).toBe(first);
    expect(grams).toBe(1);
    expect(splitCoordinates(input, 3).values).toHaveLength(3);
    expect(splitCoordinates({ ...input, once: undefined }, 10)).toEqual(first);
  });
});
