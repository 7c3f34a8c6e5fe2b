// @module-tag processes
/** Folders whose names have more than one meaning, and what lies beside images. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, realpathSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { importDataset, scanImport } from '../../../src/main/import/index.ts';
import { readEyes } from '../../../src/main/import/readEyes.ts';
import { folderOf, pgm } from './folder.ts';

const read = (path: string, recipe = {}, roots?: string[]) =>
  importDataset({ path, size: null, recipe, ...(roots && { roots }) });

function folderWith(...names: string[]): string {
  return folderOf(Object.fromEntries(names.map((name) => [name, pgm(2, 2, 100)])));
}

const idx = (dims: readonly number[], values: readonly number[]): Uint8Array =>
  Uint8Array.from([0, 0, 8, dims.length, ...dims.flatMap((size) => [0, 0, 0, size]), ...values]);

describe('names that can be read in two ways', () => {
  const pie = ['C05', 'C27'].flatMap((pose) => ['01', '02', '03'].map((name) => `${pose}/${name}_001.pgm`));

  it('are not imported until one is chosen; both are listed with their subjects', async () => {
    const path = folderWith(...pie);
    await expect(read(path)).rejects.toThrow(
      /^The names can be read in 2 ways\. --layout folders .* gives 2 subjects: C05, C27; --layout names .* gives 3 subjects: 01, 02, 03\. State/,
    );
    expect((await scanImport(path)).names?.readings).toMatchObject([
      { layout: 'folders', subjects: 2, examples: ['C05', 'C27'] },
      { layout: 'names', subjects: 3, examples: ['01', '02', '03'] },
    ]);
    const { subjects, attributes } = await read(path, { layout: 'names' });
    expect(subjects).toEqual(['01', '01', '02', '02', '03', '03']);
    expect(attributes[1]).toEqual({ folder: 'C27' });
    expect(new Set((await read(path, { layout: 'folders' })).subjects)).toEqual(new Set(['C05', 'C27']));
  });

  it.each([
    ['names that repeat the folder', ['anna/anna_1.pgm', 'anna/anna_2.pgm', 'bob/bob_1.pgm']],
    ['a common word', ['anna/img_1.pgm', 'bob/img_1.pgm', 'carl/img_1.pgm']],
    ['fewer sessions than people', ['anna/1_1.pgm', 'anna/2_1.pgm', 'bob/1_1.pgm', 'bob/2_1.pgm', 'carl/1_1.pgm']],
    ['bare numbers', ['anna/1.pgm', 'anna/2.pgm', 'bob/1.pgm', 'bob/2.pgm']],
  ])('do not include %s', async (_, names) => {
    const path = folderWith(...names);
    expect((await scanImport(path)).names?.readings).toEqual([]);
    expect((await read(path)).layout).toBe('folders');
  });
});

describe('folders of predefined sets', () => {
  it('become the attribute set, and their subjects stay whole', async () => {
    const path = folderWith('db/train/s1/1.pgm', 'db/train/s2/1.pgm', 'db/Test/s1/1.pgm', 'db/Test/s2/2.pgm');
    const { layout, subjects, files, attributes } = await read(path);
    expect(layout).toBe('orl');
    expect(subjects).toEqual(['s1', 's1', 's2', 's2']);
    expect(Object.fromEntries(files.map((file, n) => [file, attributes[n]['set']]))).toEqual({
      'db/train/s1/1.pgm': 'train',
      'db/Test/s1/1.pgm': 'test',
      'db/train/s2/1.pgm': 'train',
      'db/Test/s2/2.pgm': 'test',
    });
  });

  it('are read above any folders of subjects, beside stray files', async () => {
    const path = folderWith('training/anna/x.pgm', 'testing/anna/y.pgm', 'training/bob/x.pgm', 'logo.pgm');
    const { subjects, attributes, problems } = await read(path);
    expect(subjects).toEqual(['anna', 'anna', 'bob']);
    expect(attributes.map(({ set }) => set)).toEqual(['test', 'train', 'train']);
    expect(problems.map(({ file }) => file)).toEqual(['logo.pgm']);
  });

  it('without subjects below them are no subjects themselves', async () => {
    await expect(read(folderWith('train/1.pgm', 'train/2.pgm', 'test/1.pgm'))).rejects.toThrow(
      'no known naming tells their subjects',
    );
  });
});

describe('links in a folder', () => {
  const good = ['s1/1.pgm', 's1/2.pgm', 's2/1.pgm'];

  it('to the folder above leave it recognised, and give one line', async () => {
    const path = folderWith(...good.map((name) => `db/${name}`), 'other/x/y/z.pgm', 'other/x/y/w.pgm');
    symlinkSync('..', join(path, 'db/loop'));
    const plain = await read(join(path, 'db'));
    expect(plain.layout).toBe('orl');
    expect(plain.problems).toEqual([{ file: 'loop', reason: 'it links back to a folder that contains it' }]);
    expect((await read(join(path, 'db'), { followLinks: true })).files).toEqual(plain.files);
  });

  it('to a folder of their own are not read twice', async () => {
    const path = folderWith(...good);
    symlinkSync('s1', join(path, 's0'));
    const { files, problems } = await read(path);
    expect(files).toEqual(good);
    expect(problems).toEqual([
      { file: 's0', reason: 'it links to a folder that has its own place below the chosen one' },
    ]);
  });

  it('out of it are named; they are followed only when that is asked for, and never out of the roots', async () => {
    const path = folderWith(...good.map((name) => `db/${name}`), 'far/1.pgm');
    symlinkSync('../far', join(path, 'db/s3'));
    const db = join(path, 'db');
    const { files, problems } = await read(db);
    expect(files).toEqual(good);
    expect(problems).toEqual([
      { file: 's3', reason: 'it links to a place outside the chosen folder, and is not followed' },
    ]);
    const roots = (name: string): string[] => [realpathSync(join(path, name))];
    expect((await read(db, { followLinks: true }, roots('.'))).files).toEqual([...good, 's3/1.pgm']);
    const bounded = await read(db, { followLinks: true }, roots('db'));
    expect(bounded.files).toEqual(good);
    expect(bounded.problems).toEqual([{ file: 's3', reason: 'it links to a place outside the allowed folders' }]);
  });
});

describe('files beside images', () => {
  const digits = { 'db/digits-images-idx3-ubyte': idx([2, 1, 1], [7, 8]), 'secret-idx1-ubyte': idx([2], [4, 5]) };
  const labels = 'db/digits-labels-idx1-ubyte';

  it.each(['folder', 'file'])('labels that are a pipe end the import of a %s with a sentence', async (kind) => {
    const path = folderOf(digits);
    execFileSync('mkfifo', [join(path, labels)]);
    const chosen = join(path, kind === 'file' ? 'db/digits-images-idx3-ubyte' : 'db');
    await expect(read(chosen)).rejects.toThrow(
      'The labels in digits-labels-idx1-ubyte: it is a pipe, socket or device.',
    );
  });

  it('labels that lead out of the folder are not read, unless links are followed within the roots', async () => {
    const path = folderOf(digits);
    symlinkSync('../secret-idx1-ubyte', join(path, labels));
    const chosen = join(path, 'db/digits-images-idx3-ubyte');
    const refusal = 'The labels in digits-labels-idx1-ubyte: it links to a place outside the folders that may be read.';
    await expect(read(chosen)).rejects.toThrow(refusal);
    await expect(read(chosen, { followLinks: true }, [realpathSync(join(path, 'db'))])).rejects.toThrow(refusal);
    expect((await read(chosen, { followLinks: true })).subjects).toEqual(['4', '5']);
  });

  it('a list of images that leads out of the folder is no list', async () => {
    const path = folderOf({ 'db/a.pgm': pgm(2, 2, 1), 'out.csv': 'file,subject\na.pgm,secret\n' });
    symlinkSync('../out.csv', join(path, 'db/images.csv'));
    await expect(read(join(path, 'db'))).rejects.toThrow(
      'Left out: images.csv, it links to a place outside the chosen folder, and is not followed.',
    );
  });

  it('eyes that are a pipe, or in files out of their folder, are refused', async () => {
    const path = folderOf({ 'eyes/a.pos': '1 2 3 4', 'b.pos': '5 6 7 8' });
    expect(await readEyes(join(path, 'eyes'), ['a.pgm'])).toHaveLength(1);
    symlinkSync('../b.pos', join(path, 'eyes/b.pos'));
    await expect(readEyes(join(path, 'eyes'), ['a.pgm'])).rejects.toThrow(/^b\.pos: it links to a place outside/);
    rmSync(join(path, 'eyes/b.pos'));
    execFileSync('mkfifo', [join(path, 'eyes/c.pos')]);
    await expect(readEyes(join(path, 'eyes'), ['a.pgm'])).rejects.toThrow('c.pos: it is a pipe, socket or device.');
    execFileSync('mkfifo', [join(path, 'eyes.txt')]);
    await expect(readEyes(join(path, 'eyes.txt'), ['a.pgm'])).rejects.toThrow(
      'eyes.txt: it is a pipe, socket or device.',
    );
  });

  it('images that became links after the folder was listed are not followed', async () => {
    const path = folderOf({ 'db/s1/1.pgm': pgm(2, 2, 1), 'db/s2/1.pgm': pgm(2, 2, 2), 'far/1.pgm': pgm(2, 2, 9) });
    const { openSource } = await import('../../../src/main/import/sources/openSource.ts');
    const { readFiles } = await import('../../../src/main/import/sources/readFiles.ts');
    const source = await openSource(join(path, 'db'));
    if (source.kind !== 'files') throw new Error('expected files');
    renameSync(join(path, 'db/s2'), join(path, 'gone'));
    mkdirSync(join(path, 'db/s2'));
    symlinkSync('../../far/1.pgm', join(path, 'db/s2/1.pgm'));
    const { files, problems } = await readFiles(source, { path, size: null });
    expect(files).toEqual(['s1/1.pgm']);
    expect(problems).toEqual([
      { file: 's2/1.pgm', reason: 'it links to a place outside the folders that may be read' },
    ]);
  });
});
