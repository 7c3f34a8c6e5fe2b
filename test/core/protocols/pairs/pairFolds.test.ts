import { describe, expect, it } from 'vitest';
import { foldsOf, pairsName, type Pairs } from '../../../../src/core/protocols/pairs/generatedPairs.ts';
import { faces, sorted } from '../faces.ts';

/** Subjects with several images and with one, and one without; all images but the first and the last have a light. */
const all = faces(1, 4, 1, 3, 0, 2, 5, 1);
const attributes = all.labels.map((_, image) => ({
  ...(image > 0 && image < 16 && { light: String(image % 3) }),
}));
const source = { ...all, attributes };
const protocolOf = (change: Partial<Pairs> = {}): Pairs => ({
  kind: 'pairs',
  folds: 2,
  developmentFolds: 0,
  ...change,
});
const folds = (change: Partial<Pairs> = {}, seed = 1) => foldsOf(protocolOf(change), source, seed);
const seeds = Array.from({ length: 10 }, (_, seed) => seed);
/** In the order of draws: by subject, then by ordinal. */
const drawn = (images: readonly number[]) => images.toSorted((a, b) => source.labels[a] - source.labels[b] || a - b);
const lights = (image: number) => attributes[image].light;

/** Every two of the images, the first as the reference. */
function everyTwo(images: readonly number[]) {
  return images.flatMap((reference, at) =>
    images.slice(at + 1).map((probe) => ({
      probe,
      reference,
      genuine: source.labels[reference] === source.labels[probe],
    })),
  );
}

describe('folds of subjects', () => {
  it('have every image once, all of a subject in one fold, and as many subjects each', () => {
    for (const seed of seeds) {
      const found = folds({ folds: 3 }, seed);
      expect(sorted(found.flatMap(({ images }) => images))).toEqual([...source.labels.keys()]);
      const subjects = found.map(({ images }) => new Set(images.map((image) => source.labels[image])));
      // 7 subjects in 3 folds.
      expect(subjects.map(({ size }) => size)).toEqual([3, 2, 2]);
    }
  });

  it('have genuine pairs each, as subjects with several images are dealt first', () => {
    for (const seed of seeds) {
      for (const { pairs } of folds({ folds: 4 }, seed)) expect(pairs.some(({ genuine }) => genuine)).toBe(true);
    }
    expect(new Set(seeds.map((seed) => JSON.stringify(folds({ pairsPerFold: 5 }, seed)))).size).toBe(10);
    expect(folds({ folds: 4 }, 3)).toEqual(folds({ folds: 4 }, 3));
  });

  it('do not depend on subjects without images', () => {
    const others = { ...faces(1, 4, 1, 3, 2, 5, 1), attributes, subjects: [...'abcdfgh'] };
    for (const seed of seeds) expect(foldsOf(protocolOf(), others, seed)).toEqual(folds({}, seed));
  });

  it('compare every two images, or as many of either kind as are asked for, in the same order', () => {
    const every = folds();
    for (const { images, enrolled, pairs } of every) {
      expect(enrolled).toEqual([]);
      expect(pairs).toEqual(everyTwo(drawn(images)));
    }
    folds({ pairsPerFold: 3 }).forEach(({ images, pairs }, fold) => {
      expect(images).toEqual(every[fold].images);
      const [genuine, impostor] = [true, false].map((kind) =>
        every[fold].pairs.filter((pair) => pair.genuine === kind),
      );
      const places = [
        ...pairs.slice(0, 3).map((pair) => genuine.findIndex((one) => JSON.stringify(one) === JSON.stringify(pair))),
        ...pairs.slice(3).map((pair) => impostor.findIndex((one) => JSON.stringify(one) === JSON.stringify(pair))),
      ];
      expect(places.length).toBe(6);
      expect(places).toEqual([...sorted(new Set(places.slice(0, 3))), ...sorted(new Set(places.slice(3)))]);
      expect(Math.min(...places)).toBeGreaterThanOrEqual(0);
    });
    // Where there are fewer, all of them.
    folds({ pairsPerFold: 1000 }).forEach(({ pairs }, fold) => {
      expect(pairs).toEqual(every[fold].pairs.toSorted((a, b) => Number(b.genuine) - Number(a.genuine)));
    });
  });

  it('enrol so many images of every subject that has more, and compare all others with each gallery', () => {
    for (const seed of seeds) {
      for (const { images, enrolled, pairs } of folds({ galleryPerSubject: 2 }, seed)) {
        const large = [1, 3, 6].filter((subject) => images.some((image) => source.labels[image] === subject));
        const own = large.map((subject) => enrolled.filter((image) => source.labels[image] === subject));
        expect(own.map(({ length }) => length)).toEqual(large.map(() => 2));
        expect(enrolled).toEqual(sorted(own.flat()));
        const probes = drawn(images).filter((image) => !enrolled.includes(image));
        const first = own.map(([image]) => image);
        expect(pairs).toEqual(
          probes.flatMap((probe) =>
            first.map((reference) => ({
              probe,
              reference,
              genuine: source.labels[reference] === source.labels[probe],
            })),
          ),
        );
      }
    }
    const enrolled = seeds.map((seed) => folds({ galleryPerSubject: 2 }, seed).flatMap((fold) => fold.enrolled));
    // Every image of a subject is chosen by some seed.
    expect(new Set(enrolled.flat()).size).toBe(4 + 3 + 5);
  });

  it('leave out pairs whose images lack what is asked for, or have it otherwise', () => {
    const every = folds().map(({ pairs }) => pairs);
    const pairs = (change: Partial<Pairs>) => folds(change).map((fold) => fold.pairs);
    const both = ({ probe, reference }: { probe: number; reference: number }) =>
      lights(probe) !== undefined && lights(reference) !== undefined;
    const same = ({ probe, reference }: { probe: number; reference: number }) => lights(probe) === lights(reference);
    expect(pairs({ across: 'light' })).toEqual(every.map((list) => list.filter((pair) => both(pair) && !same(pair))));
    expect(pairs({ genuineAcross: 'light' })).toEqual(
      every.map((list) => list.filter((pair) => !pair.genuine || (both(pair) && !same(pair)))),
    );
    expect(pairs({ impostorsWithin: 'light' })).toEqual(
      every.map((list) => list.filter((pair) => pair.genuine || (both(pair) && same(pair)))),
    );
    expect(pairs({ genuineBy: 'light' })).toEqual(
      every.map((list) => list.filter(both).map((pair) => ({ ...pair, genuine: same(pair) }))),
    );
    const { attributes: _, ...without } = source;
    expect(foldsOf(protocolOf({ across: 'light' }), without, 1).map((fold) => fold.pairs)).toEqual([[], []]);
    const fewer = { ...source, attributes: attributes.slice(0, 3) };
    expect(foldsOf(protocolOf({ genuineBy: 'pose' }), fewer, 1).map((fold) => fold.pairs)).toEqual([[], []]);
  });

  it('are named by everything that their pairs depend on', () => {
    expect(pairsName(protocolOf())).toBe('folds=2,pairs=all');
    expect(pairsName(protocolOf({ pairsPerFold: 0, galleryPerSubject: 0, developmentFolds: 1 }))).toBe(
      'folds=2,pairs=all',
    );
    expect(
      pairsName(
        protocolOf({
          pairsPerFold: 5,
          galleryPerSubject: 3,
          genuineBy: 'a',
          across: 'b',
          genuineAcross: 'c',
          impostorsWithin: 'd',
        }),
      ),
    ).toBe('folds=2,pairs=5,gallery=3,genuine=a,across=b,genuine-across=c,impostors-within=d');
  });
});
