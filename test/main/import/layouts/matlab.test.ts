import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { ImportRecipe } from '../../../../src/core/images/importRecipe.ts';
import { importDataset, scanImport, type ImportedDataset } from '../../../../src/main/import/index.ts';
import { sourceArrays } from '../../../../src/main/import/sources/openSource.ts';
import { writeMat, type MatContent } from '../../../core/formats/writers.ts';
import { folderOf } from '../folder.ts';

const range = (length: number, from = 0): number[] => Array.from({ length }, (_, i) => from + i);
const fea = (dims: readonly [number, number], data?: readonly number[], name = 'fea'): MatContent => ({
  name,
  type: data ? 'double' : 'uint8',
  dims,
  data: data ?? range(dims[0] * dims[1]).map((value) => value % 256),
});
const gnd = (labels: readonly number[], name = 'gnd'): MatContent => ({
  name,
  type: 'double',
  storedAs: 'uint8',
  dims: [labels.length, 1],
  data: labels,
});

function importMat(variables: readonly MatContent[], recipe: ImportRecipe = {}): Promise<ImportedDataset> {
  const path = folderOf({ 'faces.mat': writeMat([...variables], { little: true, compressed: true }) });
  return importDataset({ path: join(path, 'faces.mat'), size: null, recipe });
}

/** Pixels of squares of 2 × 2 down their columns. */
const SQUARES: ImportRecipe = { imageSize: { rows: 2, cols: 2 }, pixelOrder: 'columns' };

describe('structures and cells', () => {
  const of = (recipe: ImportRecipe, name = 'nested.mat') =>
    importDataset({
      path: fileURLToPath(new URL(`../../../fixtures/formats/${name}`, import.meta.url)),
      size: null,
      recipe,
    });
  const stack = [0, 1, 2, 3, 4, 5, 10, 11, 12, 13, 14, 15, 20, 21, 22, 23, 24, 25, 30, 31, 32, 33, 34, 35];

  it('of images: a cell array is a stack, a cell array of texts are subjects', async () => {
    const { images, subjects, layout } = await of({ variable: 'images', labels: 'names' });
    expect(images).toEqual({ rows: 2, cols: 3, count: 4, pixels: Uint8Array.from(stack) });
    expect({ layout, subjects }).toEqual({ layout: 'matlab', subjects: ['anna', 'anna', 'bob', 'bob'] });
  });

  it('are chosen by name, with the labels that stand alongside', async () => {
    const people = await of({ variable: 'people.image' });
    expect([...people.images.pixels]).toEqual(stack);
    expect(people.subjects).toEqual(['1', '1', '2', '2']);
    const fea = await of({ variable: 'fea', imageSize: { rows: 2, cols: 3 }, pixelOrder: 'columns' });
    expect([...fea.images.pixels].slice(0, 6)).toEqual([0, 2, 4, 1, 3, 5]);
    expect(fea.subjects).toEqual(['1', '1', '2', '2']);
  });

  it('are offered by the form, and refused with what is wrong with them', async () => {
    const path = fileURLToPath(new URL('../../../fixtures/formats/nested.mat', import.meta.url));
    expect((await sourceArrays(path, {})).map(({ name }) => name)).toContain('orl.set.fea');
    await expect(of({ variable: 'mixed' })).rejects.toThrow(
      /^nested\.mat: there is no array mixed; it holds orl\.set\.fea \(4 × 6\), .*; mixed is a cell of arrays of different sizes/,
    );
  });

  it('are not needed: level 4 is read as well', async () => {
    const { images, subjects } = await of({ imageSize: { rows: 2, cols: 3 }, pixelOrder: 'columns' }, 'level4.mat');
    expect([images.count, ...images.pixels.slice(6, 12)]).toEqual([4, 6, 8, 10, 7, 9, 11]);
    expect(subjects).toEqual(['1', '1', '2', '2']);
  });
});

describe('MATLAB files as datasets', () => {
  it('take rows as images and read the pixels down the columns', async () => {
    // Two images of 2 × 2: the first is the first row 1 2 3 4, upright [1 3; 2 4].
    const { images, subjects, files } = await importMat([fea([2, 4], [1, 5, 2, 6, 3, 7, 4, 8]), gnd([3, 12])], SQUARES);
    expect(images).toEqual({ rows: 2, cols: 2, count: 2, pixels: Uint8Array.of(1, 3, 2, 4, 5, 7, 6, 8) });
    expect(subjects).toEqual(['3', '12']);
    expect(files).toEqual(['faces.mat#1', 'faces.mat#2']);
  });

  it('take columns as images where the labels say so', async () => {
    const { images } = await importMat([fea([4, 3], range(12)), gnd([1, 1, 2])], SQUARES);
    expect(images).toEqual({ rows: 2, cols: 2, count: 3, pixels: Uint8Array.of(0, 2, 1, 3, 4, 6, 5, 7, 8, 10, 9, 11) });
  });

  it('accept X and Y, in any order and case', async () => {
    const { subjects } = await importMat([gnd([1, 2], 'Y'), fea([2, 9], undefined, 'X')]);
    expect(subjects).toEqual(['1', '2']);
  });

  it('keep values that are no whole grey values as they are', async () => {
    const { images } = await importMat([fea([2, 4], [0.25, 1, -3, 2, 300, 3, 1, 4]), gnd([1, 1])], SQUARES);
    expect(images.pixels.slice(0, 4)).toEqual(Float64Array.of(0.25, 300, -3, 1));
  });

  it('leave out images with values that are not finite, and say so', async () => {
    const { images, subjects, problems } = await importMat([
      fea([3, 2], [1.5, NaN, Infinity, 2, 3, 4]),
      gnd([7, 8, 9]),
    ]);
    expect(images).toEqual({ rows: 2, cols: 1, count: 1, pixels: Float64Array.of(1.5, 2) });
    expect(subjects).toEqual(['7']);
    expect(problems).toEqual([
      { file: 'faces.mat#2', reason: 'it holds values that are not finite' },
      { file: 'faces.mat#3', reason: 'it holds values that are not finite' },
    ]);
  });

  it('say how they were read before they are imported', async () => {
    const path = folderOf({
      'faces.mat': writeMat([fea([3, 256]), gnd([1, 1, 2])], { little: false, compressed: false }),
    });
    expect(await scanImport(join(path, 'faces.mat'))).toMatchObject({
      layout: 'matlab',
      layoutTitle: 'MATLAB fea/gnd: one image per row, vectors of 256',
      suggestedName: 'faces',
      images: 3,
      subjects: 2,
      decisions: [
        { aspect: 'axis', text: 'one image per row' },
        { aspect: 'subjects', text: '2 subjects by "gnd"' },
        { aspect: 'shape', basis: 'assumed' },
      ],
      doubts: [],
      command: 'eigenbench import faces.mat --image-axis first --labels gnd --image-size 256x1',
    });
  });

  it.each([
    [
      'no image matrix',
      [gnd([1])],
      'faces.mat: expected a matrix with one image per row or column, or a stack of images; it holds gnd (1 × 1): save the images as one array.',
    ],
    [
      'labels that do not fit',
      [fea([2, 4]), gnd([1, 2, 3])],
      'faces.mat: gnd has 3 entries, but there are 2 images; --labels none imports them without subjects.',
    ],
    ['no images', [fea([0, 4]), gnd([])], 'it holds fea (0 × 4), gnd (0 × 1): save the images as one array.'],
  ])('with %s are refused in one sentence', async (_, variables, message) => {
    await expect(importMat(variables)).rejects.toThrow(message);
  });

  it.each([true, false])('list their variables (compressed: %s)', async (compressed) => {
    const mat = writeMat([fea([3, 2000]), gnd([1, 2, 3])], { little: false, compressed });
    expect(await sourceArrays(join(folderOf({ 'faces.mat': mat }), 'faces.mat'))).toEqual([
      { name: 'fea', dims: [3, 2000], kind: 'numbers' },
      { name: 'gnd', dims: [3, 1], kind: 'numbers' },
    ]);
  });
});
