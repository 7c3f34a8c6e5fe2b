import { unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { csvSplits, matSplits } from '../../../src/core/report/splits.ts';
import { conditionsOf } from '../../../src/core/study/spec/conditions.ts';
import { splitsFromCsv, splitsFromMat } from '../../../src/core/protocols/splitFiles.ts';
import { splitOf } from '../../../src/core/study/splits/splits.ts';
import { writeMat, type MatContent } from '../formats/writers.ts';
import { facts, smallSpec } from '../study/smallDataset.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const column = (name: string, data: number[]): MatContent => ({ name, type: 'double', dims: [data.length, 1], data });
const matFile = (variables: MatContent[]) => writeMat(variables, { little: true, compressed: true });

describe('split files of MATLAB', () => {
  it('are read as counted from 1 or from 0, as stated', () => {
    const file = matFile([column('trainIdx', [1, 3]), column('testIdx', [2, 4, 5])]);
    expect(splitsFromMat(file, 1)).toEqual([{ train: [0, 2], test: [1, 3, 4] }]);
    expect(splitsFromMat(file, 0)).toEqual([{ train: [1, 3], test: [2, 4, 5] }]);
  });

  it('give a split for every column of a matrix', () => {
    const file = matFile([
      { ...column('trainIdx', [1, 2, 3, 4]), dims: [2, 2] },
      { ...column('testIdx', [3, 4, 1, 2]), dims: [2, 2] },
    ]);
    expect(splitsFromMat(file, 1)).toEqual([
      { train: [0, 1], test: [2, 3] },
      { train: [2, 3], test: [0, 1] },
    ]);
  });

  it.each([
    [
      { kind: 'random' as const, trainPerSubject: [2, 3], repeats: 2 },
      ['k-2/1.mat', 'k-2/2.mat', 'k-3/1.mat', 'k-3/2.mat'],
    ],
    [{ kind: 'gallery' as const, worldSubjects: 2, galleryPerSubject: [1], repeats: 1 }, ['world-2-gallery-1/1.mat']],
  ])('come back as they were written: %j', (protocol, names) => {
    const spec = smallSpec({ protocol });
    const splits = conditionsOf(protocol).flatMap(({ key }) =>
      Array.from({ length: protocol.repeats }, (_, i) => ({
        condition: key,
        repeat: i + 1,
        split: splitOf(spec, facts, key, i + 1),
      })),
    );
    const archive = matSplits(splits);
    expect(matSplits(splits)).toEqual(archive);
    const files = unzipSync(archive);
    expect(Object.keys(files)).toEqual(names);
    splits.forEach(({ split }, i) => {
      const lists = {
        train: [...split.train],
        test: [...split.test],
        ...(split.gallery && { gallery: [...split.gallery] }),
      };
      expect(splitsFromMat(files[names[i]], 1)).toEqual([lists]);
    });
  });

  it('are refused without the two lists, and with an index below the base', () => {
    expect(() => splitsFromMat(matFile([column('fea', [1])]), 1)).toThrow('trainIdx and testIdx');
    const zero = matFile([column('trainIdx', [0, 1]), column('testIdx', [2])]);
    expect(() => splitsFromMat(zero, 1)).toThrow('expected whole numbers from 1 in trainIdx, found 0');
  });
});

describe('split tables', () => {
  it('come back as they were written', () => {
    const spec = smallSpec({ protocol: { kind: 'gallery', worldSubjects: 2, galleryPerSubject: [1], repeats: 2 } });
    const splits = [1, 2].map((repeat) => splitOf(spec, facts, 'world=2,gallery=1', repeat));
    const files = Array.from(facts.labels, (_, n) => `s/"${n}", a.pgm`);
    const text = csvSplits(
      splits.map((split, i) => ({ condition: 'world=2,gallery=1', repeat: i + 1, split })),
      files,
    );
    const plain = splits.map(({ train, test, gallery }) => ({
      train: [...train],
      test: [...test],
      gallery: [...gallery!],
    }));
    expect(splitsFromCsv(bytes(text), 1)).toEqual(plain);
    const byFile = text.replace('index0,index1', 'x,y');
    expect(splitsFromCsv(bytes(byFile), 1, files)).toEqual(plain);
  });

  it('count from the base where a column does not say it, and leave other roles out', () => {
    const text = 'image,role\n1,train\n2,train\n3,none\n4,test\n';
    expect(splitsFromCsv(bytes(text), 1)).toEqual([{ train: [0, 1], test: [3] }]);
  });

  it('say what is missing', () => {
    expect(() => splitsFromCsv(bytes('image,part\n1,train\n'), 1)).toThrow('column "role"');
    expect(() => splitsFromCsv(bytes('image,role\n1,train\n'), 1)).toThrow('split 1 has none with the role test');
    expect(() => splitsFromCsv(bytes('file,role\na,train\n'), 1, ['b'])).toThrow('no file "a"');
  });
});
