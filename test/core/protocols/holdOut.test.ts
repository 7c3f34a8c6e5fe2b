import { describe, expect, it } from 'vitest';
import type { DatasetFacts } from '../../../src/core/dataset.ts';
import { holdOut } from '../../../src/core/protocols/holdOut.ts';
import type { Split } from '../../../src/core/protocols/split.ts';
import { checkSpec } from '../../../src/core/study/check/check.ts';
import { studySpecSchema } from '../../../src/core/study/spec/spec.ts';
import { splitHash, splitOf, testToTrain } from '../../../src/core/study/splits/splits.ts';

/** Subjects with these numbers of images, in turns. */
function facts(counts: readonly number[]): DatasetFacts {
  const labels: number[] = [];
  for (let turn = 0; turn < Math.max(...counts); turn++) {
    counts.forEach((count, subject) => turn < count && labels.push(subject));
  }
  return { name: 'faces', hash: 'h', rows: 4, cols: 4, labels, subjects: counts.map((_, s) => `s${s}`) };
}
const counts = [2, 3, 7, 10, 20];
const uneven = facts(counts);
const specOf = (trainShare: number[], repeats = 5) =>
  studySpecSchema.parse({
    name: 'x',
    dataset: 'faces',
    protocol: { kind: 'hold-out', trainShare, repeats },
    methods: [{ method: 'pca', latent: [1] }],
  });
const perSubject = ({ train }: Split): number[] =>
  counts.map((_, subject) => [...train].filter((image) => uneven.labels[image] === subject).length);

describe('hold-out by share', () => {
  it('trains on the rounded share of every subject, at least one image and not all', () => {
    for (const [share, expected] of [
      [0.3, [1, 1, 2, 3, 6]],
      [0.01, [1, 1, 1, 1, 1]],
      [0.99, [1, 2, 6, 9, 19]],
    ] as const) {
      for (let repeat = 1; repeat <= 5; repeat++) {
        const split = splitOf(specOf([share]), uneven, `share=${share}`, repeat);
        expect(perSubject(split)).toEqual(expected);
        const all = [...split.train, ...split.test].sort((a, b) => a - b);
        expect(all).toEqual(Array.from(uneven.labels, (_, image) => image));
      }
    }
  });

  it('draws again in every repeat, and the same again from the same seed', () => {
    const spec = specOf([0.3, 0.5]);
    const hashes = [1, 2, 3, 4, 5].flatMap((repeat) =>
      [0.3, 0.5].map((share) => splitHash(splitOf(spec, uneven, `share=${share}`, repeat))),
    );
    expect(new Set(hashes).size).toBe(10);
    expect(splitHash(splitOf(specOf([0.5, 0.3], 9), uneven, 'share=0.5', 5))).toBe(hashes[9]);
    const { train, test } = splitOf(spec, uneven, 'share=0.3', 1);
    expect(testToTrain(spec, uneven, 'share=0.3', [1, 2, 3, 4, 5])).toBe(test.length / train.length);
  });

  it('chooses every image of a subject about equally often', () => {
    const times = new Float64Array(uneven.labels.length);
    const repeats = 2000;
    const protocol = { kind: 'hold-out' as const, trainShare: [0.5], repeats };
    for (let repeat = 1; repeat <= repeats; repeat++) {
      for (const image of holdOut.split(protocol, uneven, { seed: 1, condition: 0, repeat }).train) times[image]++;
    }
    // Binomial(2000, p), deviation at most 22.4; five deviations either way.
    const share = [1 / 2, 2 / 3, 4 / 7, 1 / 2, 1 / 2];
    times.forEach((count, image) => {
      expect(Math.abs(count - repeats * share[uneven.labels[image]])).toBeLessThan(112);
    });
  });

  it('is checked: shares listed twice, subjects with one image', () => {
    const messages = (spec: ReturnType<typeof specOf>, dataset: DatasetFacts): string[] =>
      checkSpec(spec, dataset).problems.map(({ message }) => message);
    expect(messages(specOf([0.3, 0.5]), uneven)).toEqual([]);
    expect(messages(specOf([0.3, 0.3]), uneven)).toEqual(['protocol.trainShare[1]: 0.3 is listed twice.']);
    expect(messages(specOf([0.5]), facts([1, 4, 1]))).toEqual([
      'protocol.trainShare: training and test need an image of every subject each, subject "s0" has 1 image (as 1 other subject).',
    ]);
    expect(() => splitOf(specOf([0.5]), facts([1, 4]), 'share=0.5', 1)).toThrow('Subject "s0" has 1 image');
  });
});
