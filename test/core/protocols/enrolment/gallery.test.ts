import { describe, expect, it } from 'vitest';
import { gallery } from '../../../../src/core/protocols/enrolment/gallery.ts';
import { countsOf, faces, listsOf, read, sorted } from '../faces.ts';

/** Subjects with 3, 6, 0, 5, 4 and 7 images; image 0, of the first, takes no part. */
const all = faces(4, 6, 0, 5, 4, 7);
const source = { ...all, labels: all.labels.with(0, -1) };
const counts = [3, 6, 0, 5, 4, 7];
const protocol = { kind: 'gallery' as const, worldSubjects: 2, galleryPerSubject: [2, 1], repeats: 4 };
const draw = (repeat: number, condition = 0, seed = 1) =>
  listsOf(gallery.split(protocol, source, { seed, condition, repeat }));

describe('a gallery of unknown subjects', () => {
  it('learns from all images of the world, and has k images of every other subject, of which all else is tested', () => {
    for (const [condition, k] of protocol.galleryPerSubject.entries()) {
      for (let repeat = 1; repeat <= 4; repeat++) {
        const split = draw(repeat, condition);
        const [train, test, own] = [split.train, split.test, split.gallery!].map((list) => countsOf(list, source));
        const world = train.map((count) => count > 0);
        expect(world.filter(Boolean)).toHaveLength(2);
        const others = counts.map((count, subject) => (world[subject] ? 0 : count));
        expect(train).toEqual(counts.map((count, subject) => count - others[subject]));
        expect(own).toEqual(others.map((count) => (count > 0 ? k : 0)));
        expect(test).toEqual(others.map((count) => (count > 0 ? count - k : 0)));
        for (const list of Object.values(split)) expect(list).toEqual(sorted(list));
      }
    }
  });

  it('is another one in every repeat, for every k and seed, and the same whatever else is drawn', () => {
    const drawn = [draw(1), draw(2), draw(3), draw(1, 1), draw(1, 0, 2)].map((split) => JSON.stringify(split));
    expect(new Set(drawn).size).toBe(5);
    const alone = { ...protocol, galleryPerSubject: [1], repeats: 1 };
    expect(listsOf(gallery.split(alone, source, { seed: 1, condition: 0, repeat: 1 }))).toEqual(draw(1, 1));
  });

  it('may have every subject in its world, and every image in its gallery', () => {
    const [world, own] = [new Set<number>(), new Set<number>()];
    for (let repeat = 1; repeat <= 60; repeat++) {
      const split = draw(repeat);
      split.train.forEach((image) => world.add(image));
      split.gallery!.forEach((image) => own.add(image));
    }
    expect([world.size, own.size]).toEqual([25, 25]);
  });

  it('takes fewer images than a subject of the world needs to have', () => {
    // Subject a has two images, too few for the gallery; in the world it needs no more.
    const few = faces(2, 9);
    const splits = Array.from({ length: 20 }, (_, seed) => () => {
      const { train } = gallery.split({ ...protocol, worldSubjects: 1 }, few, { seed, condition: 0, repeat: 1 });
      return train.length;
    });
    const found = splits.map((split) => {
      try {
        return split();
      } catch (error) {
        return (error as Error).message;
      }
    });
    expect(new Set(found)).toEqual(new Set([2, 'Subject "a" has 2 images; 2 for the gallery leave none for testing']));
  });

  it('leaves two subjects, and an image of each, to test', () => {
    const problems = (change: object) => gallery.check({ ...protocol, ...change }, source, 1);
    expect(problems({ worldSubjects: 3 })).toEqual([]);
    const world = {
      path: 'protocol.worldSubjects',
      message: 'protocol.worldSubjects: 4 of 5 subjects for the world leave fewer than 2 for the test.',
    };
    expect(problems({ worldSubjects: 4 })).toEqual([world]);
    expect(problems({ worldSubjects: 4, galleryPerSubject: [2, 3] })).toEqual([
      {
        path: 'protocol.galleryPerSubject[1]',
        message:
          'protocol.galleryPerSubject[1]: 3 gallery images per subject need at least 4 images of each, subject "a" has 3.',
      },
      world,
    ]);
    const split = (worldSubjects: number) => () =>
      gallery.split({ ...protocol, worldSubjects }, source, { seed: 1, condition: 0, repeat: 1 });
    expect(split(4)).not.toThrow();
    expect(split(5)).toThrow('5 of 5 subjects for the world leave none for the test');
  });

  it('is a condition for every k, on an axis', () => {
    expect(gallery.conditions(protocol)).toEqual([
      { key: 'world=2,gallery=2', title: 'gallery 2' },
      { key: 'world=2,gallery=1', title: 'gallery 1' },
    ]);
    expect(gallery.axis!.values(protocol)).toEqual([2, 1]);
    expect(gallery.repeats(protocol, () => source)).toBe(4);
    expect(gallery.repeatsAre(protocol)).toBe('random splits');
    expect(gallery.summary(protocol)).toBe('gallery of k = 2 and 1, 2 world subjects, 4 repeats');
    expect(gallery.sentence(protocol, 7)).toBe(
      'Models are fitted to 2 random subjects; the other subjects supply the gallery and the probes (seed 7); all ' +
        'methods share the splits.',
    );
    expect(read(gallery.prose(protocol, { images: 25, subjects: 5, repeats: 4 }))).toEqual([
      'The models were fitted to all images of two subjects drawn at random. For each of the other three subjects, ' +
        'k ∈ {2, 1} images drawn at random served as the gallery, and the remaining images were used for testing',
    ]);
  });

  it('has repeats of one size where all subjects that take part have as many images', () => {
    const sizes = (...images: number[]) => gallery.unlikeSizes!(protocol, faces(...images));
    expect([sizes(4, 4, 0, 4), sizes(4, 4, 5), sizes(5, 4, 4)]).toEqual([1, 4, 4]);
  });
});
