import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readEyes } from '../../../src/main/import/readEyes.ts';
import { folderOf } from './folder.ts';

const files = ['s1/1.pgm', 's1/2.pgm', 's2/1.pgm', 'one.png'];
const xs = (eyes: readonly ({ first: { x: number } } | null)[]): (number | null)[] =>
  eyes.map((pair) => pair && pair.first.x);

describe('eye positions of images', () => {
  it('are found by path, and by name alone where that is unique', async () => {
    const list = 's1/1 1 1 9 1\ns1/2.pgm 2 1 9 1\ns2/1.pgm 3 1 9 1\nfaces/one 4 1 9 1\n';
    const path = folderOf({ 'coords.txt': list });
    expect(xs(await readEyes(join(path, 'coords.txt'), files))).toEqual([1, 2, 3, 4]);
  });

  it('are missing where only the name agrees and two have it', async () => {
    const path = folderOf({ 'coords.csv': 'file,lx,ly,rx,ry\na/1.pgm,1,1,9,1\nb/1.pgm,2,1,9,1\nb/2.pgm,3,1,9,1\n' });
    expect(xs(await readEyes(join(path, 'coords.csv'), files))).toEqual([null, 3, null, null]);
  });

  it('come from a folder of .pos files, in folders like those of the images', async () => {
    const path = folderOf({
      's1/1.pos': '1 1 9 1',
      's1/2.pos': '2 1 9 1',
      's2/1.pos': 'reye 3 1\nleye 9 1',
      notes: 'x',
    });
    expect(xs(await readEyes(path, files))).toEqual([1, 2, 3, null]);
  });

  it('may be of files whose names hold spaces and numbers, and be followed by more columns', async () => {
    const path = folderOf({ 'coords.txt': 'my face 1.pgm 1 1 9 1\n7 2 1 9 1 5 5 8 8\n' });
    expect(xs(await readEyes(join(path, 'coords.txt'), ['my face 1.pgm', '7.pgm']))).toEqual([1, 2]);
  });

  it('that cannot be read are refused with the file', async () => {
    const path = folderOf({ 's1/1.pos': '1 1 9', 'coords.txt': 'a b c\n', nothing: '# none\n' });
    await expect(readEyes(path, files)).rejects.toThrow('s1/1.pos: expected four numbers x y x y in the first line');
    await expect(readEyes(join(path, 'coords.txt'), files)).rejects.toThrow(
      'coords.txt: expected name x y x y in line 1',
    );
    await expect(readEyes(join(path, 'nothing'), files)).rejects.toThrow('nothing holds no eye positions.');
    await expect(readEyes(join(path, 'absent'), files)).rejects.toThrow('absent: there is no such file or folder.');
  });
});
