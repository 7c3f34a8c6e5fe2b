import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { importDataset } from '../../../../src/main/import/index.ts';
import { sourceArrays } from '../../../../src/main/import/sources/openSource.ts';
import { folderOf } from '../folder.ts';
import { readHdf5 } from '../../../../src/main/import/layouts/hdf5.ts';
import { writeHdf5, writeMat73 } from './hdf5Files.ts';

describe('MATLAB files of version 7.3', () => {
  const recipe = { imageSize: { rows: 3, cols: 2 }, pixelOrder: 'columns' } as const;

  it('are read as those of level 5: one image per row, pixels down the columns', async () => {
    const path = join(folderOf({ 'faces.mat': await writeMat73() }), 'faces.mat');
    const { layout, images, subjects } = await importDataset({ path, size: null, recipe });
    expect(layout).toBe('matlab');
    expect(subjects).toEqual(['4', '9']);
    expect(images).toEqual({
      rows: 3,
      cols: 2,
      count: 2,
      pixels: Float64Array.of(0, 3, 1, 4, 2, 5, 100, 103, 101, 104, 102, 105.5),
    });
  });

  it('that are cut off are refused in one sentence, and the next one is read', async () => {
    const whole = await writeMat73();
    const folder = folderOf({ 'faces.mat': whole });
    const path = join(folder, 'faces.mat');
    for (const length of [512, 700, whole.length - 40]) {
      writeFileSync(path, whole.subarray(0, length));
      await expect(importDataset({ path, size: null, recipe })).rejects.toThrow(
        /^faces\.mat: expected a readable HDF5 file, found a damaged one \(.*\)\.$/,
      );
    }
    writeFileSync(path, whole);
    expect((await importDataset({ path, size: null, recipe })).images.count).toBe(2);
  });

  it('list their arrays without reading them', async () => {
    const path = join(folderOf({ 'faces.mat': await writeMat73() }), 'faces.mat');
    expect(await sourceArrays(path)).toEqual([
      { name: 'fea', dims: [2, 6], kind: 'numbers' },
      { name: 'gnd', dims: [2, 1], kind: 'numbers' },
    ]);
  });
});

describe('HDF5 files of other programs', () => {
  it('are read in their own order, with texts as subjects and groups as parts of names', async () => {
    const path = join(folderOf({ 'faces.h5': await writeHdf5() }), 'faces.h5');
    const { images, subjects } = await importDataset({ path, size: null });
    expect(images).toEqual({ rows: 2, cols: 3, count: 2, pixels: Uint8Array.from({ length: 12 }, (_, i) => 10 * i) });
    expect(subjects).toEqual(['Ann', 'Björn']);
    expect(await sourceArrays(path)).toEqual([
      { name: 'train.images', dims: [2, 2, 3], kind: 'numbers' },
      { name: 'train.subjects', dims: [2], kind: 'text' },
      { name: 'train.deep.names', dims: [3], kind: 'text' },
    ]);
  });

  it('have their texts and arrays read by name', async () => {
    const path = join(folderOf({ 'faces.h5': await writeHdf5() }), 'faces.h5');
    const { arrays, texts, names } = await readHdf5(path, { names: ['names', 'train.images'], patterns: [] }, {});
    expect(arrays.map(({ name, dims, fastest }) => ({ name, dims, fastest }))).toEqual([
      { name: 'train.images', dims: [2, 2, 3], fastest: 'last' },
    ]);
    expect(texts).toEqual([{ name: 'train.deep.names', values: ['a', 'bcd', 'é'] }]);
    expect(names).toEqual(['train.images', 'train.subjects', 'train.deep.names']);
  });
});
