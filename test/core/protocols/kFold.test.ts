import { describe, expect, it } from 'vitest';
import { kFold } from '../../../src/core/protocols/kFold.ts';
import { countsOf, faces, listsOf, read, sorted } from './faces.ts';

/** 16 images, of which image 4 takes no part; one subject has none. */
const all = faces(3, 5, 0, 8);
const source = { ...all, labels: all.labels.with(4, -1) };
const taking = source.labels.flatMap((label, image) => (label < 0 ? [] : [image]));
const protocol = { kind: 'k-fold' as const, folds: 4, repeats: 3 };
const fold = (repeat: number, seed = 1) => listsOf(kFold.split(protocol, source, { seed, condition: 0, repeat }));
/** The test images of the folds of a draw, numbered from 0. */
const draw = (number: number, seed = 1) => [1, 2, 3, 4].map((repeat) => fold(4 * number + repeat, seed).test);
const spread = (numbers: readonly number[]) => Math.max(...numbers) - Math.min(...numbers);

describe('k-fold cross-validation', () => {
  it('tests every image that takes part once in every draw, and trains on all others', () => {
    for (const number of [0, 1, 2]) expect(sorted(draw(number).flat())).toEqual(taking);
    for (let repeat = 1; repeat <= 12; repeat++) {
      const { train, test } = fold(repeat);
      expect(train).toEqual(taking.filter((image) => !test.includes(image)));
      expect(test).toEqual(sorted(test));
    }
  });

  it('deals all images, and those of every subject, evenly to the folds', () => {
    for (const number of [0, 1, 2]) {
      const folds = draw(number);
      expect(spread(folds.map(({ length }) => length))).toBeLessThanOrEqual(1);
      const counts = folds.map((test) => countsOf(test, source));
      source.subjects.forEach((_, subject) => {
        expect(spread(counts.map((own) => own[subject]))).toBeLessThanOrEqual(1);
      });
    }
  });

  it('draws other folds in every draw and for every seed, and the same again whatever their number', () => {
    const drawn = [draw(0), draw(1), draw(2), draw(0, 2)].map((folds) => JSON.stringify(folds));
    expect(new Set(drawn).size).toBe(4);
    const fewer = { ...protocol, repeats: 2 };
    expect(listsOf(kFold.split(fewer, source, { seed: 1, condition: 0, repeat: 8 }))).toEqual(fold(8));
  });

  it('chooses every image of a subject about equally often', () => {
    const many = { ...protocol, repeats: 1000 };
    const times = new Float64Array(source.labels.length);
    for (let number = 0; number < many.repeats; number++) {
      for (const image of kFold.split(many, source, { seed: 1, condition: 0, repeat: 4 * number + 1 }).test) {
        times[image]++;
      }
    }
    // The first fold has 1 of the 3 images of a, 1 of the 4 of b and 2 of the 8 of d. Binomial(1000, p), deviation at
    // most 15; five of them either way.
    const share = [1 / 3, 1 / 4, 0, 1 / 4];
    for (const image of taking) {
      expect(Math.abs(times[image] - many.repeats * share[source.labels[image]])).toBeLessThan(75);
    }
  });

  it('has as many folds as images that take part, but no more', () => {
    const problems = (folds: number) => kFold.check({ ...protocol, folds }, source, 1);
    expect([problems(2), problems(15)]).toEqual([[], []]);
    expect(problems(16)).toEqual([
      {
        path: 'protocol.folds',
        message: 'protocol.folds: 16 folds of 15 images leave some without test images.',
      },
    ]);
  });

  it('is one condition, with every fold of every draw as a repeat', () => {
    expect(kFold.conditions(protocol)).toEqual([{ key: 'folds=4', title: '4-fold' }]);
    expect(kFold.repeats(protocol, () => source)).toBe(12);
    expect(kFold.repeatsAre(protocol)).toBe('folds');
    expect(kFold.summary(protocol)).toBe('4-fold cross-validation, 3 repeats');
    expect(kFold.sentence(protocol, 7)).toBe(
      'Stratified cross-validation (seed 7); each fold counts as one repeat; all methods share the splits.',
    );
  });

  it('is told in prose, with its draws where there are several', () => {
    const told = (repeats: number) =>
      read(kFold.prose({ ...protocol, repeats }, { images: 15, subjects: 3, repeats: 4 * repeats }));
    const once =
      'We used four-fold cross-validation, stratified by subject: each fold was tested once, with all other folds used for training';
    expect(told(1)).toEqual([once]);
    expect(told(3)).toEqual([once, 'This was done for three random partitions, which gave 12 folds in total']);
  });
});
