import { describe, expect, it } from 'vitest';
import type { DatasetFacts } from '../../../src/core/dataset.ts';
import { holdOut } from '../../../src/core/protocols/holdOut.ts';
import type { Split } from '../../../src/core/protocols/split.ts';
import { countsOf, faces, read } from './faces.ts';
import { checkSpec } from '../../../src/core/study/spec/check.ts';
import { studySpecSchema } from '../../../src/core/study/spec/spec.ts';
import { splitHash, splitOf, testToTrain } from '../../../src/core/study/plan/splits.ts';

const counts = [2, 3, 7, 10, 20];
const uneven = faces(...counts);
const specOf = (trainShare: number[], repeats = 5) =>
  studySpecSchema.parse({
    name: 'x',
    dataset: 'faces',
    protocol: { kind: 'hold-out', trainShare, repeats },
    methods: [{ method: 'pca', latent: [1] }],
  });
const perSubject = ({ train }: Split): number[] => countsOf(train, uneven);

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
    expect(messages(specOf([0.5]), faces(1, 4, 1))).toEqual([
      'protocol.trainShare: training and test need an image of every subject each, subject "a" has 1 image (as 1 other subject).',
    ]);
    expect(() => splitOf(specOf([0.5]), faces(1, 4), 'share=0.5', 1)).toThrow('Subject "a" has 1 image');
  });

  it('is checked against subjects that have one image alone', () => {
    const problems = (...images: number[]) =>
      holdOut.check({ kind: 'hold-out', trainShare: [0.5], repeats: 1 }, faces(...images), 1);
    expect(problems(2, 0, 3)).toEqual([]);
    expect(problems(2, 1, 3)).toEqual([
      {
        path: 'protocol.trainShare',
        message: 'protocol.trainShare: training and test need an image of every subject each, subject "b" has 1 image.',
      },
    ]);
  });

  it('is a condition for every share, on an axis', () => {
    const protocol = { kind: 'hold-out' as const, trainShare: [0.125, 0.3], repeats: 5 };
    expect(holdOut.conditions(protocol)).toEqual([
      { key: 'share=0.125', title: '12.5% for training' },
      { key: 'share=0.3', title: '30% for training' },
    ]);
    expect(holdOut.axis!.values(protocol)).toEqual([0.125, 0.3]);
    expect(holdOut.repeatsAre(protocol)).toBe('random splits');
    expect(holdOut.summary(protocol)).toBe('12.5% and 30% of every subject at random, 5 repeats');
    expect(holdOut.sentence(protocol, 7)).toBe(
      'The stated share of the images of every subject, rounded, at least one and not all, at random for training ' +
        '(seed 7), all others for testing; all methods share the splits.',
    );
    expect(read(holdOut.prose(protocol, { images: 42, subjects: 5, repeats: 5 }))).toEqual([
      'Of the images of each subject, 12.5% or 30% were drawn at random for training, and the remaining images were ' +
        'used for testing',
    ]);
  });
});
