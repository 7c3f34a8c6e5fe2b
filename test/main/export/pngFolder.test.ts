import { expect, it } from 'vitest';
import { imageNames } from '../../../src/main/export/pngFolder.ts';

const inOne = (...files: string[]): string[] =>
  imageNames(
    files.map(() => 's'),
    files,
  );

it('keeps names without folders and the ending of an image', () => {
  expect(inOne('s1/1.pgm', 'faces\\subject01.glasses', 'ü.v2.PNG', 'set.mat#5')).toEqual([
    's/1.png',
    's/subject01.glasses.png',
    's/ü.v2.png',
    's/set.mat_5.png',
  ]);
});

it('numbers equal names in a folder, capitals or not, and takes no name twice', () => {
  expect(inOne('a/x.pgm', 'b/x.png', 'X.bmp', 'x-2', 'x')).toEqual([
    's/x.png',
    's/x-2.png',
    's/X-3.png',
    's/x-2-2.png',
    's/x-4.png',
  ]);
  expect(imageNames(['s1', 's2'], ['1.pgm', '1.pgm'])).toEqual(['s1/1.png', 's2/1.png']);
  const many = Array.from({ length: 20_000 }, () => 'same.pgm');
  expect(new Set(inOne(...many))).toHaveLength(20_000);
});

it('gives names that no system refuses or reads as something else', () => {
  expect(inOne('..', '.hidden', 'CON.pgm', 'a:b*c?.png', '', '-rf', 'x'.repeat(300))).toEqual([
    's/_.png',
    's/_hidden.png',
    's/_CON.png',
    's/a_b_c_.png',
    's/image.png',
    's/_rf.png',
    `s/${'x'.repeat(80)}.png`,
  ]);
});
