import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import h5 from 'h5wasm';
import { beforeAll, describe, expect, it } from 'vitest';
import { importDataset } from '../../../src/main/import/index.ts';
import { sourceArrays } from '../../../src/main/import/openSource.ts';
import { folderOf } from './folder.ts';

/** A file as MATLAB's save -v7.3 lays it out: 512 bytes with its header, then HDF5 with reversed dimensions. */
function writeMat73(): Uint8Array {
  const place = '/written.mat';
  const file = new h5.File(place, 'w');
  // fea is 2 × 6 in MATLAB, one image of 3 × 2 a row: HDF5 holds 6 × 2.
  const fea = file.create_dataset({
    name: 'fea',
    data: Float64Array.of(0, 100, 1, 101, 2, 102, 3, 103, 4, 104, 5, 105.5),
    shape: [6, 2],
    chunks: [6, 2],
    compression: 'gzip',
    compression_opts: [3],
  });
  fea.create_attribute('MATLAB_class', 'double');
  file.create_dataset({ name: 'gnd', data: Uint8Array.of(4, 9), shape: [1, 2] });
  file.create_group('#refs#');
  file.create_group('label').create_dataset({ name: 'data', data: Float64Array.of(1) });
  file.close();
  const body = (h5Module as { FS: { readFile: (path: string) => Uint8Array } }).FS.readFile(place);
  const head = Buffer.alloc(512);
  head.fill(' ', 0, 124).write('MATLAB 7.3 MAT-file, written by a test');
  head.set([0x00, 0x02, 0x49, 0x4d], 124);
  return Buffer.concat([head, body]);
}

let h5Module: unknown;
beforeAll(async () => {
  h5Module = await h5.ready;
});

describe('MATLAB files of version 7.3', () => {
  const recipe = { imageSize: { rows: 3, cols: 2 } };

  it('are read as those of level 5: one image a row, pixels down the columns', async () => {
    const path = join(folderOf({ 'faces.mat': writeMat73() }), 'faces.mat');
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
    const whole = writeMat73();
    const folder = folderOf({ 'faces.mat': whole });
    const path = join(folder, 'faces.mat');
    for (const length of [512, 700, whole.length - 40]) {
      writeFileSync(path, whole.subarray(0, length));
      await expect(importDataset({ path, size: null, recipe })).rejects.toThrow(
        /^faces\.mat: expected a readable MATLAB 7\.3 file, found a damaged one \(.*\)\.$/,
      );
    }
    writeFileSync(path, whole);
    expect((await importDataset({ path, size: null, recipe })).images.count).toBe(2);
  });

  it('list their arrays without reading them', async () => {
    const path = join(folderOf({ 'faces.mat': writeMat73() }), 'faces.mat');
    expect(await sourceArrays(path)).toEqual([
      { name: 'fea', dims: [2, 6], kind: 'numbers' },
      { name: 'gnd', dims: [2, 1], kind: 'numbers' },
    ]);
  });
});
