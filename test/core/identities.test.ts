import { describe, expect, it } from 'vitest';
import { identityRanks, imageIdentities } from '../../src/core/identities.ts';
import { sha256Hex } from '../../src/core/hash.ts';
import { drawsOf } from '../../src/core/protocols/draws.ts';
import { declarationOf, type Protocol } from '../../src/core/protocols/registry.ts';
import type { SplitSource } from '../../src/core/dataset.ts';
import { splitHash, splitOf } from '../../src/core/study/plan/splits.ts';
import { stream } from '../../src/core/random/stream.ts';
import { shuffle } from '../../src/core/random/sampling.ts';

/** Six subjects with 4 … 9 images each; image m of subject s is the file `<s>/<m>.pgm`. */
const images = [9, 4, 6, 5, 8, 7].flatMap((count, s) =>
  Array.from({ length: count }, (_, m) => ({ subject: `person ${s + 1}`, file: `person ${s + 1}/${m + 1}.pgm` })),
);
type Image = (typeof images)[number];

/** The dataset of some images, its subjects in the order of their first images. */
function datasetOf(list: readonly Image[], hash: string, fileOf = ({ file }: Image) => file): SplitSource {
  const subjects = [...new Set(list.map(({ subject }) => subject))];
  const labels = Int32Array.from(list, ({ subject }) => subjects.indexOf(subject));
  return { hash, labels, subjects, identities: imageIdentities(labels, subjects, list.map(fileOf)) };
}

const names = (files: readonly string[], labels: readonly number[] = files.map(() => 0)) =>
  imageIdentities(labels, ['a', 'b'], files).names;

describe('the name of an image within its subject', () => {
  it('is that of its file, without folders and the ending of images', () => {
    expect(names(['s1/1.pgm', 's1/10.PNG', 's1\\2.tiff'])).toEqual(['1', '10', '2']);
    // An ending that is none of images tells images apart.
    expect(names(['subject01.glasses', 'subject01.happy.gif'])).toEqual(['subject01.glasses', 'subject01.happy']);
  });

  it('has as many folders as tell the images of every subject apart', () => {
    expect(names(['faces/day/1.png', 'faces/night/1.png', 'faces/night/2.png'])).toEqual([
      'day/1',
      'night/1',
      'night/2',
    ]);
    expect(names(['a/1.png', 'b/1.png'], [0, 1])).toEqual(['1', '1']);
    // A picture in two formats has no name that tells them apart.
    expect(names(['1.png', '1.pgm', '2.png'])).toEqual(['1', '2', '3']);
  });

  it('is its ordinal within its subject where arrays and tables hold no names', () => {
    expect(names(['faces.mat#1', 'faces.mat#2', 'faces.mat#3', 'faces.mat#4'], [0, 1, 0, 1])).toEqual([
      '1',
      '1',
      '2',
      '2',
    ]);
    expect(imageIdentities([0, 1, 0], ['a', 'b']).names).toEqual(['1', '1', '2']);
  });

  it('is the same in both normal forms of Unicode', () => {
    const key = (form: string) =>
      imageIdentities([0, 0], ['Zoë'.normalize(form)], ['é.png'.normalize(form), '2.png']).key;
    expect(key('NFD')).toBe(key('NFC'));
  });
});

describe('identities', () => {
  const all = datasetOf(images, 'pgm');

  it('have the key of their subjects and names, which any machine computes alike', () => {
    const { key, order } = imageIdentities([1, 0, 0], ['b', 'a'], ['x/2.png', 'x/10.png', 'x/1.png']);
    expect(key).toBe(sha256Hex('[["a","2"],["b","1"],["b","10"]]'));
    expect([...order]).toEqual([0, 2, 1]);
  });

  it('rank the images in their order', () => {
    const { order } = all.identities!;
    expect([...identityRanks(all.identities!)].map((rank) => order[rank])).toEqual([...images.keys()]);
  });

  it('keep their key, and no listing, where the images come in another order', () => {
    const other = datasetOf(images.toReversed(), 'other').identities!;
    expect(other.key).toBe(all.identities!.key);
    expect(other.listing).not.toBe(all.identities!.listing);
    expect(datasetOf(images.slice(1), 'other').identities!.key).not.toBe(all.identities!.key);
  });
});

describe('drawn splits', () => {
  const protocols: Protocol[] = [
    { kind: 'random', trainPerSubject: [2], repeats: 3 },
    { kind: 'hold-out', trainShare: [0.5], repeats: 3 },
    { kind: 'k-fold', folds: 3, repeats: 1 },
    { kind: 'gallery', worldSubjects: 2, galleryPerSubject: [1], repeats: 3 },
    { kind: 'enrolment', worldSubjects: 2, developmentSubjects: 2, enrolPerSubject: [1], repeats: 3 },
    { kind: 'watch-list', watchedSubjects: 3, trainPerSubject: [2], repeats: 3 },
    { kind: 'pairs', folds: 3, developmentFolds: 1 },
    { kind: 'pairs', folds: 3, developmentFolds: 1, pairsPerFold: 4 },
    { kind: 'pairs', folds: 3, developmentFolds: 1, pairsPerFold: 4, galleryPerSubject: 2 },
  ];
  const original = datasetOf(images, 'pgm');
  const shuffled = shuffle(stream('another order'), images);
  /** Every list of a split by names, with pairs in their order. */
  const named = (source: SplitSource, list: readonly Image[], protocol: Protocol, repeat: number, seed = 1) => {
    const split = declarationOf(protocol).split(protocol, source, { seed, condition: 0, repeat });
    const files = (places: Iterable<number> = []) => Array.from(places, (image) => list[image].file).sort();
    const pairs = (['evaluation', 'development'] as const).map((part) =>
      Array.from(split.pairs?.[part].probes ?? [], (probe, at) => {
        const reference = split.gallery![split.pairs![part].references[at]];
        const { templates } = split.pairs!;
        // A template is a subject, whichever of its images stands for it.
        const other = templates ? list[reference].subject : list[reference].file;
        return [list[split.test[probe]].file, other, split.pairs![part].genuine[at]].join();
      }).sort(),
    );
    return { train: files(split.train), test: files(split.test), gallery: files(split.gallery), pairs };
  };

  it.each(protocols)('are the same by name in any order of the images and of the subjects: %j', (protocol) => {
    const other = datasetOf(shuffled, 'png', ({ file }) => file.replace('.pgm', '.png'));
    for (const repeat of [1, 2, 3]) {
      expect(named(other, shuffled, protocol, repeat)).toEqual(named(original, images, protocol, repeat));
    }
    expect(named(original, images, protocol, 1, 2)).not.toEqual(named(original, images, protocol, 1));
  });

  it.each(protocols)(
    'follow the pixels and the order of the dataset where a study of before says so: %j',
    (protocol) => {
      const hash = (source: SplitSource) => {
        return splitHash(declarationOf(protocol).split(protocol, source, { seed: 1, condition: 0, repeat: 1 }));
      };
      const before = hash({ ...original, draws: 'pixels' });
      expect(hash({ ...original, draws: 'pixels', hash: 'other' })).not.toBe(before);
      expect(hash({ ...original, hash: 'other' })).toBe(hash(original));
      const plan = (draws?: 'pixels') =>
        splitOf({ protocol, seed: 1, draws }, original, declarationOf(protocol).conditions(protocol)[0].key, 1);
      expect(splitHash(plan('pixels'))).toBe(before);
      expect(splitHash(plan())).toBe(hash(original));
    },
  );

  it('count subjects by name and skip those without images', () => {
    const labels = Int32Array.of(-1, 2, 0, 2, -1, 0);
    const { subjects } = drawsOf({ hash: 'h', labels, subjects: ['b', 'none', 'a'] }, 1);
    expect(subjects).toEqual([
      { subject: 2, images: [1, 3] },
      { subject: 0, images: [2, 5] },
    ]);
  });
});
