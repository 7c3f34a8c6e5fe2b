import { describe, expect, it } from 'vitest';
import { imagesByName, pairsFromFile } from '../../../../src/core/protocols/pairs/pairFiles.ts';
import { bytes, subjects } from '../sixSubjects.ts';

const read = (text: string) => pairsFromFile(bytes(text), subjects);
const lfw = (...lines: string[]) => read(['1', ...lines, ''].join('\n'));
const table = (...lines: string[]) => read(['first,second,genuine', ...lines, ''].join('\n'));

describe('pairs.txt', () => {
  it('may have blanks around and between names and numbers, empty lines and any ends of lines', () => {
    const expected = [{ genuine: [[0, 1]], impostor: [[4, 11]] }];
    expect(read(' 1 \r\n\r\n  Ann 1   2 \r\nBob\t1\tCid\t4\t\r\n \t\r\n')).toEqual(expected);
    expect(read('1 1\nAnn\t\t1\t2\nBob 1 Cid 4')).toEqual(expected);
  });

  it('may name subjects with blanks where it is separated by tabs', () => {
    const named = [{ subject: 'Ann B', images: [3, 5].map((index) => ({ index, file: `${index}.pgm` })) }, ...subjects];
    expect(pairsFromFile(bytes('1\nAnn B\t1\t2\nAnn B\t2\tBob\t1\n'), named)).toEqual([
      { genuine: [[3, 5]], impostor: [[5, 4]] },
    ]);
  });

  it('means the file of that number, or else the image at that place', () => {
    const files = ['Ann_0002.jpg', 'Ann_0001.jpg', 'other.jpg'];
    const named = [{ subject: 'Ann', images: files.map((file, index) => ({ index, file })) }, subjects[1]];
    expect(pairsFromFile(bytes('1\nAnn 1 3\nAnn 2 Bob 1\n'), named)).toEqual([
      { genuine: [[1, 2]], impostor: [[0, 4]] },
    ]);
  });

  it('names the line that does not fit', () => {
    const good = 'Bob 1 Cid 1';
    expect(() => lfw('Ann 1 2', 'Bob 1 2')).toThrow(
      'line 3: expected two names, each with a number (impostor pair), found "Bob 1 2"',
    );
    expect(() => lfw('', 'Ann 1 Bob 2', good)).toThrow(
      'line 3: expected a name and two numbers (genuine pair), found "Ann 1 Bob 2"',
    );
    for (const number of ['0', '1.5', '-1', 'x']) {
      expect(() => lfw(`Ann 1 ${number}`, good)).toThrow(
        `line 2: expected the number of an image of "Ann" from 1, found "${number}"`,
      );
    }
    expect(() => lfw('Ann 1 4', good)).not.toThrow();
    expect(() => lfw('Ann 1 5', good)).toThrow('line 2: "Ann" has 4 images, found image 5');
    expect(() => lfw('Ann 1 2', 'Bob 1 Zoe 1')).toThrow('line 3: the dataset has no subject "Zoe"');
    expect(() => lfw('Ann 1 2')).toThrow('expected 1 × 2 × 1 pairs as line 1 says, found 1 lines of pairs');
    expect(() => read('0\n')).toThrow('expected 1 × 2 × 0 pairs as line 1 says, found 0 lines of pairs');
  });
});

describe('a table of pairs', () => {
  it('names images by path, name or index, and kinds in several words', () => {
    const genuine = ['1', 'same', 'Genuine', ' TRUE '].map((kind) => `Ann/Ann_0001.jpg,Ann_0002,${kind}`);
    const impostor = ['0', 'different', 'impostor', 'False'].map((kind) => `Ann/Ann_0001, 7 ,${kind}`);
    expect(table(...genuine, ...impostor)).toEqual([
      { genuine: genuine.map(() => [0, 1]), impostor: impostor.map(() => [0, 7]) },
    ]);
  });

  it('may have its columns in any order and under other names, with the folds in the order of their first pairs', () => {
    const expected = [
      { genuine: [[12, 13]], impostor: [[12, 16]] },
      { genuine: [[0, 1]], impostor: [[0, 4]] },
    ];
    const rows = ['2,13,12,1', '1,1,0,1', ' 2,16,12,0', '1,4,0,0'];
    expect(read(['Fold, Probe ,reference,SAME', ...rows].join('\n'))).toEqual(expected);
    const moved = rows.map((row) => row.trim().split(',')).map(([fold, probe, ...others]) => [probe, ...others, fold]);
    expect(read(['probe,reference,kind,list', ...moved.map(String)].join('\n'))).toEqual(expected);
    const turned = rows.map((row) => row.split(',').toReversed().join(','));
    expect(read(['label,image1,file2,split', ...turned].join('\n'))).toEqual(expected);
  });

  it('names the line that does not fit, and the columns that it lacks', () => {
    expect(() => table('0,1,1', '0,Zoe,1')).toThrow('line 3: the dataset has no file "Zoe"');
    expect(() => table('0,1,1', 'Zoe,0,1')).toThrow('line 3: the dataset has no file "Zoe"');
    expect(() => table('', '0,1,1', '', 'Zoe,0,1')).toThrow('line 5: the dataset has no file "Zoe"');
    for (const kind of ['2', 'constructor']) {
      expect(() => table(`0,1,${kind}`)).toThrow(`line 2: expected 1 or 0 in genuine, found "${kind}"`);
    }
    expect(() => table()).toThrow('expected pairs below the header, found none');
    for (const header of ['x,second,genuine', 'first,x,genuine', 'first,second,x']) {
      expect(() => read(`${header}\n0,1,1\n`)).toThrow(
        `expected pairs.txt of LFW, or a table with the columns first, second and genuine; found ${header.replaceAll(',', ', ')}`,
      );
    }
  });
});

describe('the name of an image', () => {
  it('is its path or its file name, with or without ending, where that names one image', () => {
    const files = ['a/1.jpg', 'b/1.jpg', 'b\\2.v1.png', '3'];
    const find = imagesByName([{ subject: 'a', images: files.map((file, index) => ({ index: index + 5, file })) }]);
    expect(['a/1.jpg', 'a/1', 'b/1', '2.v1.png', '2.v1', 'b\\2.v1', '3'].map(find)).toEqual([5, 5, 6, 7, 7, 7, 8]);
    expect(['1.jpg', '1', '2', 'c/1.jpg', 'constructor'].map(find)).toEqual(new Array(5).fill(undefined));
  });

  it('stays ambiguous with a third image, and clear where one image is listed twice', () => {
    const image = (index: number, file: string) => ({ subject: file, images: [{ index, file }] });
    const find = imagesByName([image(0, 'a/1.jpg'), image(1, 'b/1.jpg'), image(2, 'c/1.jpg'), image(2, 'c/1.jpg')]);
    expect([find('1'), find('c/1')]).toEqual([undefined, 2]);
  });
});
