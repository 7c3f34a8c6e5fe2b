import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { ImportRecipe } from '../../../../src/core/images/importRecipe.ts';
import { encodeNpy } from '../../../../src/core/formats/npy.ts';
import { pinnedRecipe } from '../../../../src/core/readings/reading.ts';
import { openSource } from '../../../../src/main/import/sources/openSource.ts';
import { importDataset, scanImport, type ImportedDataset } from '../../../../src/main/import/index.ts';
import { writeMat } from '../../../core/formats/writers.ts';
import { needsRealData, realData } from '../../../support/realData.ts';
import { folderOf, pgm } from '../folder.ts';

const fixture = (name: string): string => fileURLToPath(new URL(`../../../fixtures/import/${name}`, import.meta.url));

function importFile(name: string, content: Uint8Array | string, recipe: ImportRecipe = {}): Promise<ImportedDataset> {
  return importDataset({ path: join(folderOf({ [name]: content }), name), size: null, recipe });
}

/** Pixels of squares of 2 × 2 down their columns. */
const SQUARES: ImportRecipe = { imageSize: { rows: 2, cols: 2 }, pixelOrder: 'columns' };

describe('NumPy files as datasets', () => {
  it('written by NumPy: a stack of bytes with subjects as text', async () => {
    const { layout, images, subjects, files } = await importDataset({ path: fixture('text_labels.npz'), size: null });
    expect(layout).toBe('numpy');
    expect(images).toEqual({ rows: 3, cols: 2, count: 4, pixels: Uint8Array.from({ length: 24 }, (_, i) => i) });
    expect(subjects).toEqual(['anna', 'anna', 'Zoë', 'Zoë']);
    expect(files[3]).toBe('text_labels.npz#4');
  });

  it('written by NumPy: a Fortran-ordered matrix of feature vectors with numbers as subjects', async () => {
    const { images, subjects } = await importDataset({ path: fixture('integer_labels.npz'), size: null });
    expect(images).toMatchObject({ rows: 6, cols: 1, count: 4 });
    expect([...images.pixels]).toEqual(Array.from({ length: 24 }, (_, i) => i / 8));
    expect(subjects).toEqual(['7', '7', '2', '2']);
  });

  it('take the subjects of an NPY file from the file beside it', async () => {
    expect((await importDataset({ path: fixture('faces.npy'), size: null })).subjects).toEqual(['a', 'a', 'bc', 'bc']);
    expect(await scanImport(fixture('faces.npy'))).toMatchObject({ subjects: 2, images: 4, rows: 3, cols: 2 });
  });

  it('are vectors unless the size of an image is stated; then the pixel order counts', async () => {
    const npy = encodeNpy({ shape: [2, 6], data: [1, 2, 3, 4, 5, 6, 11, 12, 13, 14, 15, 16] });
    const imageSize = { rows: 2, cols: 3 };
    expect((await importFile('codes.npy', npy, { imageAxis: 'first' })).images).toMatchObject({
      rows: 6,
      cols: 1,
      count: 2,
    });
    const byRows = await importFile('codes.npy', npy, { imageSize, pixelOrder: 'rows' });
    expect(byRows.images).toMatchObject({ rows: 2, cols: 3, count: 2 });
    expect([...byRows.images.pixels].slice(0, 6)).toEqual([1, 2, 3, 4, 5, 6]);
    const byColumns = await importFile('codes.npy', npy, { imageSize, pixelOrder: 'columns' });
    expect([...byColumns.images.pixels].slice(0, 6)).toEqual([1, 3, 5, 2, 4, 6]);
  });

  it('of transposed images are turned upright by the pixel order', async () => {
    const npy = encodeNpy({ shape: [1, 2, 3], data: [1, 2, 3, 4, 5, 6] });
    const { images } = await importFile('x.npy', npy, { pixelOrder: 'columns' });
    expect(images).toMatchObject({ rows: 3, cols: 2 });
    expect([...images.pixels]).toEqual([1, 4, 2, 5, 3, 6]);
  });

  it('with one image per column are read by their labels', async () => {
    const folder = folderOf({
      'X.npy': encodeNpy({ shape: [2, 3], data: [1, 2, 3, 4, 5, 6] }),
      'y.npy': encodeNpy({ shape: [3], data: [1, 1, 2] }),
    });
    const { images, subjects } = await importDataset({ path: join(folder, 'X.npy'), size: null });
    expect([...images.pixels]).toEqual([1, 4, 2, 5, 3, 6]);
    expect(subjects).toEqual(['1', '1', '2']);
  });

  it('of training and test images in a folder are joined with their labels', async () => {
    const stack = (count: number, from: number): Uint8Array =>
      encodeNpy({ shape: [count, 2, 3], data: Array.from({ length: count * 6 }, (_, i) => from + i) });
    const path = folderOf({
      'X_train.npy': stack(4, 0),
      'X_test.npy': stack(2, 24),
      'y_train.npy': encodeNpy({ shape: [4], data: [1, 1, 2, 2] }),
      'y_test.npy': encodeNpy({ shape: [2], data: [1, 2] }),
    });
    const { subjects, attributes } = await importDataset({ path, size: null });
    const recipe = pinnedRecipe({}, await openSource(path));
    expect(recipe).toMatchObject({ variable: 'X_train+X_test', labels: 'y_train+y_test' });
    expect((await importDataset({ path, size: null, recipe })).subjects).toEqual(subjects);
    expect(subjects).toEqual(['1', '1', '2', '2', '1', '2']);
    expect(attributes.map(({ set }) => set)).toEqual(['train', 'train', 'train', 'train', 'test', 'test']);
  });

  it('of Python objects are refused, as they may run code', async () => {
    const npy = Buffer.from(encodeNpy({ shape: [2, 6], data: new Array<number>(12).fill(0) }));
    npy.write('|O ', npy.indexOf('<f8'));
    npy.write("'", npy.indexOf('|O ') + 2);
    npy.write(' ', npy.indexOf("|O'") + 3);
    await expect(importFile('a.npy', npy)).rejects.toThrow('save numpy.stack of the images with numpy.savez');
  });

  it('are refused in one sentence where shape or names do not fit', async () => {
    const npy = encodeNpy({ shape: [2, 6], data: new Array<number>(12).fill(0) });
    await expect(importFile('a.npy', npy, { imageAxis: 'first', imageSize: { rows: 2, cols: 2 } })).rejects.toThrow(
      'a.npy: --image-size 2x2: there are 6 pixels per image, not 2 × 2 = 4; state a size of 6 pixels',
    );
    await expect(importFile('a.npy', encodeNpy({ shape: [1_000_000_000, 0], data: [] }))).rejects.toThrow(
      'a.npy: expected a matrix with one image per row or column, or a stack of images; it holds images (1000000000 × 0)',
    );
    await expect(importFile('a.npy', encodeNpy({ shape: [4], data: [1, 2, 3, 4] }))).rejects.toThrow(
      'a.npy: expected a matrix with one image per row or column, or a stack of images; it holds images (4)',
    );
    await expect(
      importDataset({ path: fixture('text_labels.npz'), size: null, recipe: { labels: 'nobody' } }),
    ).rejects.toThrow(
      'text_labels.npz: --labels nobody: there is no such vector of whole numbers or texts; there is subjects',
    );
  });
});

describe('tables as datasets', () => {
  it('take text as subjects, text of other columns as attributes, numbers as features', async () => {
    const table = 'file,subject,session,pose,f1,f2\na.png,anna,1,left,0.5,1\nb.png,bea,2,right,-0.5,2\n';
    const { layout, images, subjects, files, attributes } = await importFile('codes.csv', table);
    expect(layout).toBe('csv');
    expect(images).toEqual({ rows: 2, cols: 1, count: 2, pixels: Float64Array.of(0.5, 1, -0.5, 2) });
    expect(subjects).toEqual(['anna', 'bea']);
    expect(files).toEqual(['a.png', 'b.png']);
    expect(attributes).toEqual([
      { session: '1', pose: 'left' },
      { session: '2', pose: 'right' },
    ]);
  });

  it('take the column that is named as subjects, and pixels at the size that is stated', async () => {
    const table = 'digit,p1,p2,p3,p4\n7,0,255,3,4\n8,5,6,7,8\n';
    const { images, subjects } = await importFile('digits.csv', table, {
      labels: 'digit',
      imageSize: { rows: 2, cols: 2 },
      pixelOrder: 'rows',
    });
    expect(images).toEqual({ rows: 2, cols: 2, count: 2, pixels: Uint8Array.of(0, 255, 3, 4, 5, 6, 7, 8) });
    expect(subjects).toEqual(['7', '8']);
    await expect(importFile('digits.csv', table, { labels: 'number' })).rejects.toThrow(
      '--labels number: digits.csv has no such column; it has digit, p1, p2, p3, p4.',
    );
  });

  it('beside images are left alone', async () => {
    const images = ['a/1', 'a/2', 'b/1', 'b/2', 'c/1', 'c/2'].map((name, n) => [`${name}.pgm`, pgm(2, 2, n)]);
    const path = folderOf({ ...Object.fromEntries(images), 'eyes.csv': 'x,y\n1,2\n' });
    expect((await importDataset({ path, size: null })).layout).toBe('folders');
  });

  it('Iris: 150 vectors of 4 in three classes of 50', needsRealData('iris'), async () => {
    const { images, subjects } = await importDataset({ path: realData('iris'), size: null });
    expect(images).toMatchObject({ rows: 4, cols: 1, count: 150 });
    expect([...images.pixels.subarray(34 * 4, 35 * 4)]).toEqual([4.9, 3.1, 1.5, 0.2]);
    expect(['setosa', 'versicolor', 'virginica'].map((name) => subjects.filter((own) => own === name).length)).toEqual([
      50, 50, 50,
    ]);
  });
});

describe('MATLAB arrays', () => {
  const stack = (dims: number[], name = 'images') => ({
    name,
    type: 'uint8' as const,
    dims,
    data: Array.from({ length: 12 }, (_, i) => i),
  });

  it('of three dimensions are rows × columns × images, or images first where the labels say so', async () => {
    const mat = (dims: number[], labels: number[]) =>
      writeMat([stack(dims), { name: 'y', type: 'double', dims: [labels.length, 1], data: labels }], {
        little: true,
        compressed: false,
      });
    const last = await importFile('a.mat', mat([2, 3, 2], [4, 5]));
    expect(last.images).toMatchObject({ rows: 2, cols: 3, count: 2 });
    expect([...last.images.pixels.subarray(0, 6)]).toEqual([0, 2, 4, 1, 3, 5]);
    const first = await importFile('a.mat', mat([3, 2, 2], [4, 5, 6]));
    expect(first.images).toMatchObject({ rows: 2, cols: 2, count: 3 });
    // Element (n, r, c) is at n + 3 r + 6 c.
    expect([...first.images.pixels.subarray(4, 8)]).toEqual([1, 7, 4, 10]);
  });

  it('of other names and sizes are read by the recipe', async () => {
    const mat = writeMat([stack([2, 6], 'mine'), { name: 'who', type: 'double', dims: [2, 1], data: [1, 2] }], {
      little: false,
      compressed: true,
    });
    const recipe: ImportRecipe = {
      variable: 'mine',
      labels: 'who',
      imageSize: { rows: 3, cols: 2 },
      pixelOrder: 'columns',
    };
    const { images, subjects } = await importFile('a.mat', mat, recipe);
    expect(subjects).toEqual(['1', '2']);
    // Row 0 is 0 2 4 6 8 10, stacked by columns.
    expect([...images.pixels.subarray(0, 6)]).toEqual([0, 6, 2, 8, 4, 10]);
    const rows = await importFile('a.mat', mat, { ...recipe, pixelOrder: 'rows' });
    expect([...rows.images.pixels.subarray(0, 6)]).toEqual([0, 2, 4, 6, 8, 10]);
    await expect(importFile('a.mat', mat, { variable: 'yours' })).rejects.toThrow(
      'a.mat: there is no array yours; it holds mine (2 × 6), who (2 × 1): name one of them.',
    );
  });

  it('of the Olivetti faces have ten images a subject without labels', async () => {
    const folder = folderOf({});
    const faces = new Array<number>(4096 * 400).fill(0).map((_, i) => Math.floor(i / 4096) % 256);
    writeFileSync(
      join(folder, 'olivettifaces.mat'),
      writeMat([{ name: 'faces', type: 'uint8', dims: [4096, 400], data: faces }], { little: true, compressed: true }),
    );
    const { images, subjects } = await importDataset({ path: join(folder, 'olivettifaces.mat'), size: null });
    expect(images).toMatchObject({ rows: 64, cols: 64, count: 400 });
    expect(images.pixels[41 * 4096 + 5]).toBe(41);
    expect([subjects[9], subjects[10], subjects[399]]).toEqual(['1', '2', '40']);
  });

  it('of the USPS digits of Roweis are pixels × examples × digits in the order 1 … 9, 0, stacked by columns', async () => {
    const data = Array.from({ length: 256 * 20 }, (_, i) => Math.floor(i / 256));
    data[3 * 256 + 16] = 200;
    const mat = writeMat([{ name: 'data', type: 'uint8', dims: [256, 2, 10], data }], {
      little: true,
      compressed: true,
    });
    // The command line names every option, also those that are not given.
    const { images, subjects } = await importFile('usps_all.mat', mat, { pixelOrder: undefined });
    expect(images).toMatchObject({ rows: 16, cols: 16, count: 20 });
    expect(subjects).toEqual(['1', '1', '2', '2', ...'33445566778899'.split(''), '0', '0']);
    // Pixel 16 of the vector is the first of the second column.
    expect([...images.pixels.subarray(3 * 256, 3 * 256 + 3)]).toEqual([3, 200, 3]);
  });

  it('of the MNIST digits of Roweis, an array a digit and set, are one dataset, stacked by rows', async () => {
    // Two test images of the digit 0, one training image each of 0 and 1; the value is the place in the row.
    const rows = (count: number, of: (n: number, p: number) => number) =>
      Array.from({ length: count * 784 }, (_, i) => of(i % count, Math.floor(i / count)));
    const digit = (name: string, count: number, of: (n: number, p: number) => number) =>
      ({ name, type: 'uint8', dims: [count, 784], data: rows(count, of) }) as const;
    const mat = writeMat(
      [digit('test0', 2, (n) => 50 + n), digit('train1', 1, (_, p) => p % 28), digit('train0', 1, () => 7)],
      { little: true, compressed: true },
    );
    const { images, subjects, attributes } = await importFile('mnist_all.mat', mat);
    expect(images).toMatchObject({ rows: 28, cols: 28, count: 4 });
    expect(subjects).toEqual(['0', '0', '0', '1']);
    expect(attributes.map(({ set }) => set)).toEqual(['train', 'test', 'test', 'train']);
    expect([0, 1, 2].map((n) => images.pixels[n * 784 + 400])).toEqual([7, 50, 51]);
    expect([...images.pixels.subarray(3 * 784 + 28, 3 * 784 + 32)]).toEqual([0, 1, 2, 3]);
    const uneven = writeMat(
      [digit('train0', 1, () => 7), { name: 'train1', type: 'uint8', dims: [1, 4], data: [1, 2, 3, 4] }],
      { little: true, compressed: true },
    );
    await expect(importFile('mnist_all.mat', uneven)).rejects.toThrow(
      'mnist_all.mat: expected 784 pixels per image in train1, found 4.',
    );
  });

  it('of the poses of PIE say pose and set; a folder of them is one dataset', async () => {
    const pose = (grey: number, flags: number[]) =>
      writeMat(
        [
          { name: 'fea', type: 'uint8', dims: [2, 4], data: new Array<number>(8).fill(grey) },
          { name: 'gnd', type: 'double', dims: [2, 1], data: [1, 2] },
          { name: 'isTest', type: 'double', dims: [2, 1], data: flags },
        ],
        { little: true, compressed: true },
      );
    const path = folderOf({ 'Pose27_2x2.mat': pose(27, [1, 0]), 'Pose05_2x2.mat': pose(5, [0, 1]) });
    const one = await importDataset({ path: join(path, 'Pose05_2x2.mat'), size: null, recipe: SQUARES });
    expect(one.attributes).toEqual([
      { pose: '05', set: 'train' },
      { pose: '05', set: 'test' },
    ]);
    const both = await importDataset({ path, size: null, recipe: SQUARES });
    expect(both.subjects).toEqual(['1', '1', '2', '2']);
    expect([0, 4, 8, 12].map((at) => both.images.pixels[at])).toEqual([5, 27, 5, 27]);
    expect(both.attributes.map(({ pose, set }) => `${pose} ${set}`)).toEqual([
      '05 train',
      '27 test',
      '05 test',
      '27 train',
    ]);
    expect(both.files[1]).toBe('Pose27_2x2.mat#1');
  });
});
