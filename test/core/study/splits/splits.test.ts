import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SplitSource } from '../../../../src/core/dataset.ts';
import { random } from '../../../../src/core/protocols/random.ts';
import type { Split } from '../../../../src/core/protocols/split.ts';
import { splitHash, splitOf } from '../../../../src/core/study/splits/splits.ts';
import { facts, smallSpec } from '../smallDataset.ts';

/** Datasets with unequal numbers of images a subject, images in any order, and a k that all subjects allow. */
const cases = fc
  .record({
    counts: fc.array(fc.integer({ min: 2, max: 9 }), { minLength: 1, maxLength: 12 }),
    hash: fc.string(),
    seed: fc.nat(),
    repeat: fc.integer({ min: 1, max: 1000 }),
  })
  .chain((base) =>
    fc.record({
      base: fc.constant(base),
      k: fc.integer({ min: 1, max: Math.min(...base.counts) - 1 }),
      labels: fc.shuffledSubarray(
        base.counts.flatMap((count, s) => new Array<number>(count).fill(s)),
        { minLength: base.counts.reduce((a, b) => a + b, 0) },
      ),
    }),
  )
  .map(({ base, k, labels }) => ({
    dataset: { hash: base.hash, labels, subjects: base.counts.map((_, s) => `s${s}`) },
    counts: base.counts,
    seed: base.seed,
    repeat: base.repeat,
    k,
  }));

const randomSplit = (dataset: SplitSource, seed: number, k: number, repeat: number): Split =>
  random.split({ kind: 'random', trainPerSubject: [k], repeats: repeat }, dataset, { seed, condition: 0, repeat });

describe('a random split', () => {
  it('is disjoint and complete, and both lists ascend', () => {
    fc.assert(
      fc.property(cases, ({ dataset, seed, k, repeat }) => {
        const { train, test } = randomSplit(dataset, seed, k, repeat);
        expect([...train, ...test].sort((a, b) => a - b)).toEqual(dataset.labels.map((_, i) => i));
        for (const list of [train, test]) expect([...list]).toEqual([...list].sort((a, b) => a - b));
      }),
    );
  });

  it('takes exactly k images of every subject', () => {
    fc.assert(
      fc.property(cases, ({ dataset, counts, seed, k, repeat }) => {
        const { train } = randomSplit(dataset, seed, k, repeat);
        const taken = counts.map((_, s) => [...train].filter((image) => dataset.labels[image] === s).length);
        expect(taken).toEqual(counts.map(() => k));
      }),
    );
  });

  it('is the same whatever was drawn before', () => {
    fc.assert(
      fc.property(cases, fc.nat(), ({ dataset, seed, k, repeat }, other) => {
        const alone = splitHash(randomSplit(dataset, seed, k, repeat));
        randomSplit(dataset, other, k, repeat + 1);
        expect(splitHash(randomSplit(dataset, seed, k, repeat))).toBe(alone);
      }),
    );
  });

  it('differs between repeats, seeds, datasets and k', () => {
    const hashes = [
      randomSplit(facts, 1, 2, 1),
      randomSplit(facts, 1, 2, 2),
      randomSplit(facts, 2, 2, 1),
      randomSplit({ ...facts, hash: 'other' }, 1, 2, 1),
      randomSplit(facts, 1, 3, 1),
    ].map(splitHash);
    expect(new Set(hashes).size).toBe(hashes.length);
  });

  it('chooses every image about equally often', () => {
    const times = new Int32Array(facts.labels.length);
    const repeats = 3000;
    for (let repeat = 1; repeat <= repeats; repeat++) {
      for (const image of randomSplit(facts, 5, 2, repeat).train) times[image]++;
    }
    // Binomial(3000, 1/3): deviation 25.8; five deviations either way.
    for (const count of times) expect(Math.abs(count - repeats / 3)).toBeLessThan(130);
  });

  it('keeps its frozen draws: they are part of the result format', () => {
    const { train } = randomSplit(facts, 1, 2, 1);
    expect([...train]).toEqual([2, 10, 11, 14, 20, 22, 23, 26, 28, 29]);
    expect(splitHash(randomSplit(facts, 1, 2, 1))).toBe(
      '069a496a62600276a2b44d991f95caacba6e3ca59e4b5133c264e2832721b97a',
    );
  });

  it('refuses a subject that would have no test image, by name', () => {
    expect(() => randomSplit(facts, 1, 6, 1)).toThrow('Subject "subject 1" has 6 images');
  });
});

describe('splitOf', () => {
  it('draws by the k of the condition', () => {
    const spec = smallSpec();
    expect(splitHash(splitOf(spec, facts, 'k=3', 2))).toBe(splitHash(randomSplit(facts, 7, 3, 2)));
  });

  it('gives explicit splits in ascending order, the first as repeat 1', () => {
    const splits = [
      { train: [10, 2, 7], test: [9, 1] },
      { train: [0, 1], test: [2] },
    ];
    const spec = smallSpec({ protocol: { kind: 'explicit', splits } });
    const { train, test } = splitOf(spec, facts, 'explicit', 1);
    expect([[...train], [...test]]).toEqual([
      [2, 7, 10],
      [1, 9],
    ]);
  });

  it('refuses repeats and conditions that the protocol does not have', () => {
    expect(() => splitOf(smallSpec(), facts, 'k=2', 0)).toThrow(RangeError);
    expect(() => splitOf(smallSpec(), facts, 'k=2', 4)).toThrow(RangeError);
    expect(() => splitOf(smallSpec(), facts, 'k=4', 1)).toThrow(RangeError);
  });
});
