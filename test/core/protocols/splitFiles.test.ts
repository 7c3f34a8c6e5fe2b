import { unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { csvSplits, matSplits } from '../../../src/core/report/splits.ts';
import { conditionsOf } from '../../../src/core/study/spec/conditions.ts';
import { needsBase, splitsFromCsv, splitsFromFile, splitsFromMat } from '../../../src/core/protocols/splitFiles.ts';
import { splitOf } from '../../../src/core/study/plan/splits.ts';
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

  it('may be rows, spell their names otherwise, and hold other variables', () => {
    const row = (name: string, data: number[]) => ({ ...column(name, data), dims: [1, data.length] });
    const file = matFile([
      column('gnd', [1, 1]),
      row('TrainIdx', [2, 1]),
      row('testidx', [4]),
      column('galleryIdx', [3, 5, 6]),
    ]);
    expect(splitsFromFile(file, 1)).toEqual([{ train: [1, 0], test: [3], gallery: [2, 4, 5] }]);
    const wide = matFile([
      { ...column('trainIdx', [1, 2, 3, 4, 5, 6]), dims: [2, 3] },
      { ...column('testIdx', [3, 4, 5, 6, 1, 2]), dims: [2, 3] },
    ]);
    expect(splitsFromFile(wide, 1).map(({ train }) => train)).toEqual([
      [0, 1],
      [2, 3],
      [4, 5],
    ]);
  });

  it('have as many splits in every list', () => {
    const pairs = (name: string, cols: number) => ({
      ...column(name, [1, 2, 3, 4, 5, 6].slice(0, 2 * cols)),
      dims: [2, cols],
    });
    const unlike = 'expected as many columns in testIdx as in trainIdx, found 2 and 3';
    expect(() => splitsFromMat(matFile([pairs('trainIdx', 3), pairs('testIdx', 2)]), 1)).toThrow(unlike);
    expect(() =>
      splitsFromMat(matFile([pairs('trainIdx', 2), pairs('testIdx', 2), column('galleryIdx', [1])]), 1),
    ).toThrow('expected as many columns');
  });

  it('are refused without the two lists, and with an index below the base', () => {
    for (const name of ['fea', 'trainIdx', 'testIdx']) {
      expect(() => splitsFromMat(matFile([column(name, [1])]), 1)).toThrow(
        'expected the variables trainIdx and testIdx in the MATLAB file',
      );
    }
    expect(() => splitsFromMat(matFile([column('trainIdx', [1, 2]), column('testIdx', [2.5])]), 0)).toThrow(
      'expected whole numbers from 0 in testIdx, found 2.5',
    );
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

  it('are of the files that they name where the dataset has the images in another order', () => {
    const text = 'role,index0,file\ntrain,0,a\ntrain,1,b\ntest,2,=c\n';
    const plain = { train: [0, 1], test: [2] };
    expect(splitsFromCsv(bytes(text), 1, ['a', 'b', '=c'])).toEqual([plain]);
    expect(splitsFromCsv(bytes(text.replace('=c', "'=c")), 1, ['=c', 'x', 'b', 'a'])).toEqual([
      { train: [3, 2], test: [0] },
    ]);
    expect(() => splitsFromCsv(bytes(text), 1, ['a', 'b', 'c'])).toThrow('the dataset has no file "=c"');
    // Files of another collection.
    expect(splitsFromCsv(bytes(text), 1, ['x', 'y', 'z'])).toEqual([plain]);
    expect(splitsFromCsv(bytes(text), 1)).toEqual([plain]);
  });

  it('need no base where they say it themselves, as those of this program do', () => {
    const needs = (text: string) => needsBase(bytes(text));
    expect(needs('image,role\n1,train\n')).toBe(true);
    expect(needs('image,index1,role\n1,2,train\n')).toBe(false);
    expect(needs('Image,Index0,role\n1,0,train\n')).toBe(false);
    expect(needs('image,role\na.pgm,train\n')).toBe(false);
    expect(needs('')).toBe(false);
    const columns = [column('trainIdx', [1, 2]), column('testIdx', [3])];
    expect(needsBase(matFile(columns))).toBe(true);
    const split = { train: Int32Array.of(0, 1), test: Int32Array.of(2) };
    const [own] = Object.values(unzipSync(matSplits([{ condition: 'k=2', repeat: 1, split }])));
    expect(needsBase(own)).toBe(false);
    expect(splitsFromFile(own, 0)).toEqual([{ train: [0, 1], test: [2] }]);
  });

  it('count from the base where a column does not say it, and leave other roles out', () => {
    const text = 'image,role\n1,train\n2,train\n3,none\n4,test\n';
    expect(splitsFromCsv(bytes(text), 1)).toEqual([{ train: [0, 1], test: [3] }]);
  });

  it('give a split for every condition and repeat, in the order of their first rows', () => {
    const lines = ['k=2,2,1, Train ', 'k=2,2,2,TRAIN', 'k=2,1,3,train', 'k=3,2,4,train'];
    const tests = ['k=2,2,3,test', 'k=3,2,1,test', 'k=2,1,1,test', 'k=3,2,5,gallery'];
    const expected = [
      { train: [1, 2], test: [3] },
      { train: [3], test: [1] },
      { train: [4], test: [1], gallery: [5] },
    ];
    for (const repeat of ['repeat', 'Split']) {
      const text = [`Condition,${repeat},index0,Role`, ...lines, ...tests].join('\n');
      expect(splitsFromFile(bytes(text), 1)).toEqual(expected);
    }
    // An index that says where it begins comes before the others.
    expect(splitsFromFile(bytes('image,index1,role\n8,1,train\n9,4,test\n'), 0)).toEqual([{ train: [0], test: [3] }]);
  });

  it('say what is missing', () => {
    expect(() => splitsFromCsv(bytes('image,role\n1,none\n'), 1)).toThrow(
      'expected rows with the role train or test, found none',
    );
    expect(() => splitsFromCsv(bytes('image,role\n1,test\n'), 1)).toThrow('split 1 has none with the role train');
    expect(() => splitsFromCsv(bytes('number,role\n1,train\n'), 1)).toThrow(
      'expected a column "index0", "index1", "image" or "file" in the split table',
    );
    expect(() => splitsFromCsv(bytes('index1,role\n0,train\n'), 0)).toThrow(
      'expected whole numbers from 1 in index1, found 0',
    );
    expect(() => splitsFromFile(bytes('image,role\na,train\n'), 1)).toThrow('the dataset has no file "a"');
    expect(() => splitsFromCsv(bytes('image,part\n1,train\n'), 1)).toThrow('column "role"');
    expect(() => splitsFromCsv(bytes('image,role\n1,train\n'), 1)).toThrow('split 1 has none with the role test');
    expect(() => splitsFromCsv(bytes('file,role\na,train\n'), 1, ['b'])).toThrow('no file "a"');
  });
});
