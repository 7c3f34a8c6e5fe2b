// @module-tag processes
/** What is exported is imported again without loss. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { LabelledImages } from '../../../src/core/formats/labelledImages.ts';
import { datasetHash } from '../../../src/core/images/datasetHash.ts';
import { greyOf } from '../../../src/core/images/grey.ts';
import { writePngFolder } from '../../../src/main/export/pngFolder.ts';
import { importDataset, type ImportedDataset } from '../../../src/main/import/index.ts';
import { feaFile, imagesByOne, matFile, npzFile } from '../../support/datasetFiles.ts';
import { withProgram } from '../../support/programs.ts';
import { folderOf, pgm } from '../import/folder.ts';

/** Subjects not in order, with names that are no file names; attributes that some images lack. */
const base: Omit<LabelledImages, 'pixels'> = {
  rows: 3,
  cols: 4,
  count: 5,
  subjects: ['Zoë "Z", é', '../../evil', 'Zoë "Z", é', '-10', '=cmd|A1'],
  files: ['b/2.pgm', 'b/1.pgm', 'a/x.pgm', 'ü.pgm', 'c.mat#5'],
  attributes: [
    { session: '01', file: '@left', constructor: 'C', ['__proto__']: 'P' },
    {},
    { session: '2' },
    { pose: 'à gauche' },
    { session: '3', pose: 'p' },
  ],
};
const bytes: LabelledImages = { ...base, pixels: Uint8Array.from({ length: 60 }, (_, i) => (i * 37) % 256) };
const floats: LabelledImages = { ...base, pixels: Float64Array.from({ length: 60 }, (_, i) => Math.sin(i) * 1e3) };

function expectSame(read: ImportedDataset, written: LabelledImages): void {
  const { rows, cols, count, pixels } = written;
  expect(read.images).toEqual({ rows, cols, count, pixels });
  expect(read.subjects).toEqual(written.subjects);
  expect(read.attributes).toEqual(written.attributes);
  expect(read.hash).toBe(datasetHash(written, written.subjects));
  expect(read.problems).toEqual([]);
}

const read = (path: string): Promise<ImportedDataset> => importDataset({ path, size: null });

describe('round trips', () => {
  it.each([
    ['npz', npzFile, 'bytes', bytes],
    ['npz', npzFile, 'floats', floats],
    ['mat', matFile, 'bytes', bytes],
    ['mat', matFile, 'floats', floats],
  ] as const)('through .%s keep %s', async (ending, encode, _, dataset) => {
    const file = encode(dataset);
    expect(Buffer.from(encode(dataset)).equals(Buffer.from(file))).toBe(true);
    const path = join(folderOf({ [`set.${ending}`]: file }), `set.${ending}`);
    const imported = await read(path);
    expectSame(imported, dataset);
    expect(imported.files).toEqual(dataset.files);
  });

  it('keep colours, also of single images among grey ones', async () => {
    const colours = Array.from({ length: 5 }, (_, n) =>
      n === 2 ? null : Uint8Array.from({ length: 36 }, (_, i) => (i * 29 + n * 7) % 256),
    );
    // Image 4 was made grey by other weights than the default ones.
    const grey = colours.map((own, n) =>
      own === null
        ? bytes.pixels.slice(24, 36)
        : greyOf({ count: 12, channels: 3, maxval: 255, samples: own }, n === 4 ? 'mean' : 'bt601'),
    );
    const dataset = { ...bytes, pixels: Uint8Array.from(grey.flatMap((own) => [...own])), colours };
    const real = { ...dataset, pixels: Float64Array.from(dataset.pixels, (value) => value + 0.5) };
    const floats = { ...real, colours: colours.map((own) => own && Float64Array.from(own, (value) => value / 3)) };
    const folder = folderOf({
      'bytes.npz': npzFile(dataset),
      'bytes.mat': matFile(dataset),
      'floats.npz': npzFile(floats),
      'floats.mat': matFile(floats),
    });
    for (const name of ['bytes.npz', 'bytes.mat']) {
      const again = await read(join(folder, name));
      expectSame(again, dataset);
      expect(again.colours, name).toEqual(colours);
    }
    for (const name of ['floats.npz', 'floats.mat']) {
      expect((await read(join(folder, name))).colours, name).toEqual(floats.colours);
    }
    await writePngFolder(join(folder, 'png'), imagesByOne(dataset));
    const png = await read(join(folder, 'png'));
    expectSame(png, dataset);
    expect(png.colours).toEqual(colours.with(4, null));
  });

  it('through a folder of PNG images keep bytes, order, subjects and attributes; nothing leaves the folder', async () => {
    const parent = folderOf({});
    const path = join(parent, 'deep/set');
    await writePngFolder(path, imagesByOne(bytes));
    expectSame(await read(path), bytes);
    expect(readdirSync(parent)).toEqual(['deep']);
    expect(readdirSync(join(parent, 'deep'))).toEqual(['set']);
    expect(readdirSync(path).sort()).toEqual([
      'images.csv',
      'subject--10',
      'subject-Zoë_Z_é',
      'subject-_cmd_A1',
      'subject-_evil',
    ]);
    expect(readdirSync(join(path, 'subject-Zoë_Z_é')).sort()).toEqual(['2.png', 'x.png']);
    expect(readdirSync(join(path, 'subject-_cmd_A1'))).toEqual(['c.mat_5.png']);
  });

  it('as fea and gnd keep images and subjects, the pixels of an image down its columns', async () => {
    for (const [name, dataset] of [
      ['bytes', bytes],
      ['floats', floats],
    ] as const) {
      const path = join(folderOf({ [`${name}.mat`]: feaFile(dataset) }), `${name}.mat`);
      const recipe = { imageSize: { rows: 3, cols: 4 }, pixelOrder: 'columns' } as const;
      const { images, subjects, problems } = await importDataset({ path, size: null, recipe });
      expect(images).toEqual({ rows: 3, cols: 4, count: 5, pixels: dataset.pixels });
      expect(subjects).toEqual(['1', '2', '1', '3', '4']);
      expect(problems).toEqual([]);
    }
  });

  it('as fea and gnd are what Octave loads and shows', withProgram('octave'), () => {
    const folder = folderOf({ 'set.mat': feaFile(floats) });
    const script = "load('set.mat'); disp(size(fea)); disp(gnd'); printf('%.17g\\n', reshape(fea(2, :), 3, 4)');";
    const out = execFileSync('octave', ['--no-gui', '--quiet', '--eval', script], { cwd: folder, encoding: 'utf8' });
    const numbers = out.trim().split(/\s+/).map(Number);
    expect(numbers.slice(0, 7)).toEqual([5, 12, 1, 2, 1, 3, 4]);
    expect(numbers.slice(7)).toEqual([...floats.pixels.slice(12, 24)]);
  });
});

describe('folders of PNG images', () => {
  it('are refused for values that PNG cannot hold', async () => {
    const path = join(folderOf({}), 'set');
    await expect(writePngFolder(path, imagesByOne(floats))).rejects.toThrow('export as npz or mat');
    expect(existsSync(path)).toBe(false);
  });

  it('do not replace what is there', async () => {
    const parent = folderOf({ 'set/mine.txt': 'precious' });
    await expect(writePngFolder(join(parent, 'set'), imagesByOne(bytes))).rejects.toThrow('set is there already');
    expect(readFileSync(join(parent, 'set/mine.txt'), 'utf8')).toBe('precious');
    expect(readdirSync(parent)).toEqual(['set']);
    mkdirSync(join(parent, 'empty'));
    await writePngFolder(join(parent, 'empty'), imagesByOne(bytes));
    expect(readdirSync(join(parent, 'empty'))).toContain('images.csv');
  });
});

describe('lists of images', () => {
  it('are followed in their order; what does not agree with the folder is reported', async () => {
    const list = 'file,subject,original,light\nb.pgm,x,,left\na.pgm,007,,\nc.pgm,x,,\n../secret.pgm,x,,\na.pgm,x,,\n';
    const path = folderOf({ 'images.csv': list, 'a.pgm': pgm(2, 2, 1), 'b.pgm': pgm(2, 2, 2), 'd.pgm': pgm(2, 2, 3) });
    const { layout, files, subjects, attributes, problems } = await read(path);
    expect(layout).toBe('list');
    expect(files).toEqual(['b.pgm', 'a.pgm']);
    expect(subjects).toEqual(['x', '007']);
    expect(attributes).toEqual([{ light: 'left' }, {}]);
    expect(problems.map(({ file }) => file)).toEqual(['c.pgm', '../secret.pgm', 'a.pgm', 'd.pgm']);
  });

  it('yield to a pattern, and to layouts where they have other columns', async () => {
    const path = folderOf({ 'images.csv': 'name,who\na,b\n', 's1/1.pgm': pgm(2, 2, 1), 's2/1.pgm': pgm(2, 2, 2) });
    expect((await read(path)).layout).toBe('orl');
    const listed = folderOf({ 'images.csv': 'file,subject\ns1/1.pgm,x\n', 's1/1.pgm': pgm(2, 2, 1) });
    const { layout } = await importDataset({ path: listed, size: null, recipe: { pattern: '(?<subject>s\\d)/' } });
    expect(layout).toBe('pattern');
  });
});
