import { describe, expect, it } from 'vitest';
import { watchList } from '../../../../src/core/protocols/enrolment/watchList.ts';
import { read } from '../faces.ts';

/** Subjects with 4, 6, 0, 5 and 7 images, one after the other; one image of the first takes no part. */
const COUNTS = [4, 6, 0, 5, 7];
const labels = [-1, ...COUNTS.flatMap((count, subject) => new Array<number>(count).fill(subject))];
const source = { name: 'faces', hash: 'h', rows: 4, cols: 4, labels, subjects: ['a', 'b', 'c', 'd', 'e'] };
const protocol = { kind: 'watch-list' as const, watchedSubjects: 2, trainPerSubject: [3, 1], repeats: 4 };

const draw = (repeat: number, condition = 0, seed = 1) =>
  watchList.split(protocol, source, { seed, condition, repeat });
const counted = (images: Int32Array) => COUNTS.map((_, s) => [...images].filter((image) => labels[image] === s).length);

describe('a watch list', () => {
  it('has k images of as many subjects as are asked for, and all others are tested', () => {
    for (const [condition, k] of protocol.trainPerSubject.entries()) {
      for (let repeat = 1; repeat <= 4; repeat++) {
        const { train, test, open } = draw(repeat, condition);
        expect(open).toBe(true);
        const trained = counted(train);
        expect(trained.filter((count) => count > 0)).toEqual([k, k]);
        expect(counted(test)).toEqual(COUNTS.map((count, subject) => count - trained[subject]));
        for (const list of [train, test]) expect([...list]).toEqual([...list].sort((a, b) => a - b));
      }
    }
  });

  it('is another one in every repeat, for every k and seed, and the same when it is drawn again', () => {
    const drawn = [draw(1), draw(2), draw(3), draw(1, 1), draw(1, 0, 2)].map(({ train }) => train.join());
    expect(new Set(drawn).size).toBe(5);
    expect(draw(2)).toEqual(draw(2));
    // Neither further conditions nor further repeats change it.
    const alone = { ...protocol, trainPerSubject: [1], repeats: 1 };
    expect(watchList.split(alone, source, { seed: 1, condition: 0, repeat: 1 })).toEqual(draw(1, 1));
  });

  it('has every subject and every image about equally often', () => {
    const [subjects, images] = [new Float64Array(5), new Float64Array(labels.length)];
    const repeats = 1000;
    for (let repeat = 1; repeat <= repeats; repeat++) {
      const { train } = draw(repeat);
      for (const image of train) images[image]++;
      for (const subject of new Set(Array.from(train, (image) => labels[image]))) subjects[subject]++;
    }
    // Two of four subjects; binomial with deviations of at most 16, five of them either way.
    COUNTS.forEach((count, s) => expect(Math.abs(subjects[s] - (count ? repeats / 2 : 0))).toBeLessThan(80));
    labels.forEach((s, image) => {
      const expected = s < 0 ? 0 : (repeats / 2) * (3 / COUNTS[s]);
      expect(Math.abs(images[image] - expected)).toBeLessThanOrEqual(s < 0 ? 0 : 80);
    });
  });

  it('leaves somebody unknown, of the subjects that have images, and an image of each to test', () => {
    const problems = (change: object) =>
      watchList.check({ ...protocol, ...change }, source, 1).map(({ message }) => message);
    expect(problems({ watchedSubjects: 3 })).toEqual([]);
    expect(problems({ watchedSubjects: 4 })).toEqual(['protocol.watchedSubjects: 4 of 4 subjects leave none unknown.']);
    expect(problems({ trainPerSubject: [4, 5], watchedSubjects: 4 })).toEqual([
      'protocol.trainPerSubject[0]: 4 training images per subject need at least 5 images of each, subject "a" has 4.',
      'protocol.trainPerSubject[1]: 5 training images per subject need at least 6 images of each, subject "a" has 4 (and 1 other subject too few).',
      'protocol.watchedSubjects: 4 of 4 subjects leave none unknown.',
    ]);
    const all = { ...protocol, watchedSubjects: 4, trainPerSubject: [4] };
    expect(() => watchList.split(all, source, { seed: 1, condition: 0, repeat: 1 })).toThrow(
      'Subject "a" has 4 images; 4 for training leave none for testing',
    );
  });

  it('has a condition for every k, whose key names the number of watched subjects too', () => {
    expect(watchList.conditions(protocol)).toEqual([
      { key: 'watched=2,k=3', title: 'k = 3' },
      { key: 'watched=2,k=1', title: 'k = 1' },
    ]);
    expect(watchList.axis!.values(protocol)).toEqual([3, 1]);
    expect(watchList.repeats(protocol, () => source)).toBe(4);
    expect(watchList.summary(protocol)).toBe('watch list of 2 subjects, k = 3 and 1, 4 repeats');
  });

  it('is said under the table and in prose', () => {
    expect(watchList.repeatsAre(protocol)).toBe('random splits');
    expect(watchList.sentence(protocol, 7)).toBe(
      'Open set: the training images of 2 subjects at random (seed 7) are a watch list; test images are their other ' +
        'images and all of the other subjects. Error rates are of the former, without a threshold; ' +
        'all methods share the splits.',
    );
    const told = (...trainPerSubject: number[]) =>
      read(watchList.prose({ ...protocol, trainPerSubject }, { images: 22, subjects: 4, repeats: 4 }));
    const sentences = (images: string) => [
      'Of the four subjects, two drawn at random formed a watch list (open-set identification)',
      `For each of these, ${images} used for training`,
      'Their remaining images and all images of the other subjects were used for testing; error rates refer to the ' +
        'former, without a rejection threshold',
    ];
    expect(told(1)).toEqual(sentences('one image drawn at random was'));
    expect(told(3, 1)).toEqual(sentences('k ∈ {3, 1} images drawn at random were'));
  });
});
