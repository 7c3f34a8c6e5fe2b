import { describe, expect, it } from 'vitest';
import { declarationOf, type Protocol } from '../../../src/core/protocols/registry.ts';
import { splitHash } from '../../../src/core/study/plan/splits.ts';
import { countsOf, faces } from './faces.ts';

const source = faces(6, 9, 7, 8);
const counts = { repeats: 9 };

describe('sizes of the splits of a protocol', () => {
  it.each<[Protocol, number]>([
    [{ kind: 'random', trainPerSubject: [2], ...counts }, 1],
    [{ kind: 'hold-out', trainShare: [0.3], ...counts }, 1],
    [{ kind: 'k-fold', folds: 3, repeats: 3 }, 3],
  ])('come again after its period: %j', (protocol, period) => {
    const declared = declarationOf(protocol);
    expect(declared.period!(protocol)).toBe(period);
    const sizes = (repeat: number) => {
      const { train, test } = declared.split(protocol, source, { seed: 1, condition: 0, repeat });
      return [countsOf(train, source), countsOf(test, source)];
    };
    for (let repeat = 1; repeat + period <= 9; repeat++) expect(sizes(repeat + period)).toEqual(sizes(repeat));
  });

  it.each<[Protocol, number[], number]>([
    [{ kind: 'leave-one-out' }, [6, 9, 7, 8], 1],
    [{ kind: 'gallery', worldSubjects: 2, galleryPerSubject: [1], ...counts }, [5, 5, 0, 5, 5], 1],
    [{ kind: 'gallery', worldSubjects: 2, galleryPerSubject: [1], ...counts }, [5, 5, 0, 6, 5], 9],
  ])('are all among those of so many first repeats: %j of subjects with %j images', (protocol, images, expected) => {
    const declared = declarationOf(protocol);
    const dataset = faces(...images);
    expect(declared.unlikeSizes!(protocol, dataset)).toBe(expected);
    const sizes = Array.from(
      { length: declared.repeats(protocol, () => dataset) },
      (_, i) => declared.split(protocol, dataset, { seed: 1, condition: 0, repeat: i + 1 }).train.length,
    );
    const known = new Set(sizes.slice(0, expected));
    expect(sizes.filter((size) => !known.has(size))).toEqual([]);
  });
});

describe('what a protocol draws', () => {
  // Stored results rest on the draws: these hashes change with no version of the program.
  it.each<[Protocol, string, string]>([
    [{ kind: 'random', trainPerSubject: [2], ...counts }, '534fe49d2b0ccd33', '0ac0a7b907e4853e'],
    [{ kind: 'hold-out', trainShare: [0.3], ...counts }, '10af48f0f0af4ac0', 'adf7c10c3ba3d9a4'],
    [{ kind: 'k-fold', folds: 3, repeats: 3 }, 'b99d72cf0a26ec66', '66f06ba69597f586'],
    [{ kind: 'gallery', worldSubjects: 2, galleryPerSubject: [2], ...counts }, 'cba1cdbb5530eb77', '625464ea307aa90b'],
    [
      { kind: 'enrolment', worldSubjects: 2, developmentSubjects: 2, enrolPerSubject: [2], ...counts },
      'c7879c49d28e64b8',
      'a1e50def3e353cf5',
    ],
    [
      { kind: 'watch-list', watchedSubjects: 2, trainPerSubject: [2], ...counts },
      '179b5c61d403f788',
      '26c1ee1036722667',
    ],
    [{ kind: 'pairs', folds: 2, developmentFolds: 0 }, '966dcfa1f84030f8', '9a47481d8b63b4cc'],
    [
      { kind: 'pairs', folds: 2, developmentFolds: 0, pairsPerFold: 5, galleryPerSubject: 2 },
      '822dd9f9c322a621',
      'dafdefb2df7c7af2',
    ],
  ])('stays as it is: %j, also in studies that draw by the hash of the pixels', (protocol, expected, byPixels) => {
    const place = { seed: 1, condition: 0, repeat: 2 };
    const declared = declarationOf(protocol);
    const source = faces(6, 9, 7, 8, 6, 7);
    expect(declared.drawsImages).toBe(true);
    expect(splitHash(declared.split(protocol, source, place)).slice(0, 16)).toBe(expected);
    const before = declared.split(protocol, { ...source, draws: 'pixels' }, place);
    expect(splitHash(before).slice(0, 16)).toBe(byPixels);
  });
});
