import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DatasetFacts, SplitSource } from '../../../../src/core/dataset.ts';
import { imageIdentities } from '../../../../src/core/identities.ts';
import { random } from '../../../../src/core/protocols/random.ts';
import type { Split } from '../../../../src/core/protocols/split.ts';
import { conditionsOf } from '../../../../src/core/study/spec/conditions.ts';
import type { StudySpec } from '../../../../src/core/study/spec/spec.ts';
import {
  smallestGallery,
  splitHash,
  splitOf,
  splitsKey,
  testToTrain,
  trainSizes,
} from '../../../../src/core/study/plan/splits.ts';
import { facts as faces } from '../../protocols/sixSubjects.ts';
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

  it('differs between repeats, seeds, names of subjects or images, and k, but not between pixels', () => {
    const files = Array.from(facts.labels, (_, image) => `face ${image}.png`);
    const hashes = [
      randomSplit(facts, 1, 2, 1),
      randomSplit(facts, 1, 2, 2),
      randomSplit(facts, 2, 2, 1),
      randomSplit({ ...facts, subjects: [...'abcde'] }, 1, 2, 1),
      randomSplit({ ...facts, identities: imageIdentities(facts.labels, facts.subjects, files) }, 1, 2, 1),
      randomSplit(facts, 1, 3, 1),
    ].map(splitHash);
    expect(new Set(hashes).size).toBe(hashes.length);
    expect(splitHash(randomSplit({ ...facts, hash: 'other' }, 1, 2, 1))).toBe(hashes[0]);
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
    const now = randomSplit(facts, 1, 2, 1);
    expect([...now.train]).toEqual([5, 9, 11, 13, 14, 17, 23, 25, 26, 27]);
    // Studies of versions that drew by the hash of the pixels keep their splits.
    const before = randomSplit({ ...facts, draws: 'pixels' }, 1, 2, 1);
    expect([...before.train]).toEqual([2, 10, 11, 14, 20, 22, 23, 26, 28, 29]);
    expect(splitHash(before)).toBe('069a496a62600276a2b44d991f95caacba6e3ca59e4b5133c264e2832721b97a');
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

describe('the sizes of the splits of a condition', () => {
  const explicit = (...splits: { train: number[]; test: number[]; gallery?: number[] }[]) =>
    smallSpec({ protocol: { kind: 'explicit', splits } });

  it('are those of every predefined split, each once', () => {
    const spec = explicit(
      { train: [0, 1, 5, 6], test: [10] },
      { train: [0, 1, 2, 5, 6], test: [10, 11] },
      { train: [0, 2, 10, 12], test: [5] },
    );
    expect(trainSizes(spec, facts, 'explicit')).toEqual([
      { images: 4, subjects: 2 },
      { images: 5, subjects: 3 },
    ]);
    expect(smallestGallery(spec, facts, 'explicit')).toBe(4);
    // Unequal sizes: c = mean of 1/5, 1/7, 1/5; r = c / (mean of 1, 1/2, 1 − c).
    const covariance = (1 / 5 + 1 / 7 + 1 / 5) / 3;
    expect(testToTrain(spec, facts, 'explicit', [1, 2, 3])).toBeCloseTo(covariance / (5 / 6 - covariance), 12);
    expect(testToTrain(spec, facts, 'explicit', [2])).toBe(2 / 5);
    expect(testToTrain(smallSpec(), facts, 'k=2', [1, 2, 3])).toBe(2);
  });

  it('have the fewest gallery images of any', () => {
    const spec = explicit(
      { train: [0, 1, 2], gallery: [5, 6, 7], test: [10] },
      { train: [0, 1, 2], gallery: [5, 6], test: [10] },
      { train: [0, 1, 2, 8], gallery: [5, 6, 7, 8], test: [10] },
    );
    expect(smallestGallery(spec, facts, 'explicit')).toBe(2);
  });

  it('of verification hash their pairs', () => {
    const spec = smallSpec({ protocol: { kind: 'pairs', folds: 3 } });
    const [{ key: condition }] = conditionsOf(spec.protocol);
    const split = splitOf(spec, faces, condition, 1);
    const { evaluation, development } = split.pairs!;
    const swapped = { evaluation: development, development: evaluation };
    expect(splitHash({ ...split, pairs: { ...split.pairs!, ...swapped } })).not.toBe(splitHash(split));
    expect(splitHash({ ...split, gallery: undefined })).not.toBe(splitHash(split));
  });
});

describe('n_test/n_train of verification', () => {
  /** As of the ORL faces: 40 subjects with 10 images. */
  const orl = {
    hash: 'orl',
    labels: Array.from({ length: 400 }, (_, image) => Math.floor(image / 10)),
    subjects: Array.from({ length: 40 }, (_, subject) => `s${subject + 1}`),
  } as unknown as DatasetFacts;
  const ratio = (protocol: unknown): number => {
    const spec = smallSpec({ protocol: protocol as StudySpec['protocol'] });
    return testToTrain(spec, orl, conditionsOf(spec.protocol)[0].key, [1, 2, 3]);
  };

  it('counts the subjects that are tested and learned on, with and without development folds', () => {
    expect(ratio({ kind: 'pairs', folds: 10, developmentFolds: 1 })).toBe(4 / 32);
    expect(ratio({ kind: 'pairs', folds: 10, developmentFolds: 0 })).toBe(4 / 36);
    expect(ratio({ kind: 'pairs', folds: 5, developmentFolds: 1, pairsPerFold: 50 })).toBe(8 / 24);
    expect(ratio({ kind: 'pairs', folds: 5, developmentFolds: 1, galleryPerSubject: 2 })).toBe(8 / 24);
  });

  it('counts them in enrolment and in lists of pairs', () => {
    const drawn = { kind: 'enrolment', worldSubjects: 20, developmentSubjects: 10, repeats: 3 };
    expect(ratio({ ...drawn, enrolPerSubject: [1] })).toBe(10 / 20);
    expect(ratio({ ...drawn, developmentSubjects: 15, enrolPerSubject: [5] })).toBe(5 / 20);
    /** Pairs of three subjects, from subject `from` on, and of the first of them with those of the next. */
    const listOf = (from: number) => ({
      genuine: [0, 1, 2].map((subject) => [10 * (from + subject), 10 * (from + subject) + 1]),
      impostor: [[10 * from, 10 * from + 10]],
    });
    const lists = [0, 3, 6, 9].map(listOf);
    expect(ratio({ kind: 'pair-lists', lists, use: 'folds', developmentFolds: 1 })).toBe(3 / 6);
    expect(ratio({ kind: 'pair-lists', lists, use: 'folds', developmentFolds: 0 })).toBe(3 / 9);
  });
});

describe('the key of splits', () => {
  it('is the same for perturbed images, and another for other images, seeds or conditions', () => {
    const subset = { subjects: ['subject 1', 'subject 2'] };
    const keys = [
      splitsKey(smallSpec(), facts, 'k=2'),
      splitsKey(smallSpec(), facts, 'k=3'),
      splitsKey(smallSpec({ seed: 8 }), facts, 'k=2'),
      splitsKey(smallSpec({ subset }), facts, 'k=2'),
      splitsKey(smallSpec({ draws: 'pixels' }), facts, 'k=2'),
    ];
    expect(new Set(keys).size).toBe(5);
    expect(splitsKey(smallSpec(), facts, 'k=2 + gaussian-noise=5@test')).toBe(keys[0]);
  });

  const reversed: DatasetFacts = { ...facts, hash: 'reversed', labels: Array.from(facts.labels).reverse() };
  const files = Array.from(facts.labels, (_, image) => `${image}.png`);
  const [ahead, back] = [
    { ...facts, identities: imageIdentities(facts.labels, facts.subjects, files) },
    { ...reversed, identities: imageIdentities(reversed.labels, facts.subjects, files.toReversed()) },
  ];
  const mirrored = (images: readonly number[]) => images.map((image) => files.length - 1 - image);
  const keyOf = (change: Parameters<typeof smallSpec>[0], dataset: DatasetFacts) => {
    const spec = smallSpec(change);
    return splitsKey(spec, dataset, conditionsOf(spec.protocol)[0].key);
  };

  it.each<[string, Parameters<typeof smallSpec>[0]]>([
    ['random splits', {}],
    ['folds of verification', { protocol: { kind: 'pairs', folds: 2, developmentFolds: 0, pairsPerFold: 5 } }],
    [
      'very many splits',
      {
        protocol: { kind: 'random', trainPerSubject: [2], repeats: 10_000 },
        subset: { subjects: ['subject 1', 'subject 2'] },
      },
    ],
  ])('is the same for another form of the images in another order: %s', (_, change) => {
    expect(keyOf(change, back)).toBe(keyOf(change, ahead));
    expect(keyOf({ ...change, draws: 'pixels' }, back)).not.toBe(keyOf({ ...change, draws: 'pixels' }, ahead));
  });

  it('is that of the images by name: predefined splits have it if they list the same images', () => {
    const lists = { train: [0, 1, 2, 3, 4], test: [5, 6, 7] };
    const explicit = (train: readonly number[], test: readonly number[]) => ({
      protocol: { kind: 'explicit' as const, splits: [{ train: [...train], test: [...test] }] },
    });
    const key = keyOf(explicit(lists.train, lists.test), ahead);
    expect(keyOf(explicit(mirrored(lists.train), mirrored(lists.test)), back)).toBe(key);
    expect(keyOf(explicit(lists.train, lists.test), back)).not.toBe(key);
    // The first images of the dataset are others in another order.
    const first = { protocol: { kind: 'first' as const, trainPerSubject: [2] } };
    expect(keyOf(first, back)).not.toBe(keyOf(first, ahead));
    const drawn = smallSpec({ protocol: { kind: 'random', trainPerSubject: [2], repeats: 2 } });
    const splits = [1, 2].map((repeat) => splitOf(drawn, ahead, 'k=2', repeat));
    const listed = splits.map(({ train, test }) => ({ train: mirrored([...train]), test: mirrored([...test]) }));
    expect(keyOf({ protocol: { kind: 'explicit', splits: listed } }, back)).toBe(splitsKey(drawn, ahead, 'k=2'));
  });
});
