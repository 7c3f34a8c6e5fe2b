/** Damaged files with many images, and damaged tables of eyes and splits, through the import as a whole. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { LabelledImages } from '../../../src/core/formats/labelledImages.ts';
import { importDataset, ImportError } from '../../../src/main/import/index.ts';
import { sourceArrays } from '../../../src/main/import/sources/openSource.ts';
import { readEyes } from '../../../src/main/import/readEyes.ts';
import { folderOf } from '../../main/import/folder.ts';
import { writeMat73 } from '../../main/import/layouts/hdf5Files.ts';
import { mutate, ROUNDS, seeded } from './mutate.ts';
import { matFile, npzFile } from '../../support/datasetFiles.ts';

const fixture = (name: string): Uint8Array => readFileSync(new URL(`../../fixtures/${name}`, import.meta.url));

const images: LabelledImages = {
  rows: 2,
  cols: 2,
  count: 3,
  pixels: Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12),
  subjects: ['a', 'a', 'b'],
  files: ['1', '2', '3'],
  attributes: [{}, { session: '1' }, {}],
};

/** Bytes beyond what the process had before: files here have a few kilobytes, and claims must not be believed. */
const MOST_MEMORY = 400 * 2 ** 20;

describe('damaged sources', () => {
  it.each([
    ['faces.mat', [matFile(images), fixture('formats/small_compressed.mat')]],
    ['faces.npz', [npzFile(images), fixture('import/text_labels.npz')]],
    ['faces.npy', [fixture('import/faces.npy')]],
    ['x-images-idx3-ubyte', [Uint8Array.of(0, 0, 8, 3, 0, 0, 0, 2, 0, 0, 0, 1, 0, 0, 0, 2, 1, 2, 3, 4)]],
    ['faces.csv', [Buffer.from('file,subject,f1,f2\na,x,1,2\nb,y,3,4\n')]],
  ])('%s is imported or refused in one sentence', async (name, seeds) => {
    const path = join(folderOf({ [name]: '' }), name);
    const random = seeded(name.length);
    const before = process.memoryUsage().rss;
    for (let round = 0; round < ROUNDS / 5; round++) {
      writeFileSync(path, mutate(seeds[random(seeds.length)], random));
      for (const work of [() => importDataset({ path, size: null }), () => sourceArrays(path)]) {
        const error = await work().then(
          () => null,
          (reason: unknown) => reason,
        );
        if (error === null) continue;
        if (!(error instanceof ImportError)) throw new Error(`round ${round}: ${String(error)}`, { cause: error });
        expect(error.message).toMatch(/^[^\n]{10,400}$/);
      }
    }
    expect(process.memoryUsage().rss - before).toBeLessThan(MOST_MEMORY);
  });

  it('faces.mat of version 7.3 is imported or refused in one sentence', async () => {
    const path = join(folderOf({ 'faces.mat': '' }), 'faces.mat');
    const seed = await writeMat73();
    const random = seeded(73);
    for (let round = 0; round < ROUNDS / 20; round++) {
      writeFileSync(path, mutate(seed, random));
      const error = await importDataset({ path, size: null, recipe: { imageSize: { rows: 3, cols: 2 } } }).then(
        () => null,
        (reason: unknown) => reason,
      );
      if (error === null) continue;
      if (!(error instanceof ImportError)) throw new Error(`round ${round}: ${String(error)}`, { cause: error });
      expect(error.message).toMatch(/^[^\n]{10,400}$/);
    }
  });

  it('eye positions are read or refused in one sentence', async () => {
    const seeds = ['# CSU\na 1 2 3 4\nb 5 6 7 8\n', 'file,left_x,left_y,right_x,right_y\na,1,2,3,4\n'].map((text) =>
      Buffer.from(text),
    );
    const folder = folderOf({ 'eyes.txt': '', 'eyes.csv': '', 'a.pos': '' });
    const random = seeded(5);
    for (let round = 0; round < ROUNDS / 5; round++) {
      const path = join(folder, ['eyes.txt', 'eyes.csv', 'a.pos'][random(3)]);
      writeFileSync(path, mutate(seeds[random(2)], random));
      const error = await readEyes(path, ['a', 'b']).then(
        () => null,
        (reason: unknown) => reason,
      );
      if (error !== null && !(error instanceof ImportError)) {
        throw new Error(`round ${round}: ${String(error)}`, { cause: error });
      }
    }
  });
});
