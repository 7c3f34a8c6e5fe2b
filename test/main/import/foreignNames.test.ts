// @module-tag processes
/** Folders whose names have more than one meaning, and what lies beside images. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, realpathSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ImportQuestion, importDataset, scanImport } from '../../../src/main/import/index.ts';
import { readEyes } from '../../../src/main/import/readEyes.ts';
import { folderOf, pgm } from './folder.ts';

const NUMBERS = Array.from({ length: 12 }, (_, n) => n);

const read = (path: string, recipe = {}, roots?: string[]) =>
  importDataset({ path, size: null, recipe, ...(roots && { roots }) });

function folderWith(...names: string[]): string {
  return folderOf(Object.fromEntries(names.map((name) => [name, pgm(2, 2, 100)])));
}

const idx = (dims: readonly number[], values: readonly number[]): Uint8Array =>
  Uint8Array.from([0, 0, 8, dims.length, ...dims.flatMap((size) => [0, 0, 0, size]), ...values]);

describe('names that can be read in several ways', () => {
  const pie = ['C05', 'C27'].flatMap((pose) => ['1', '2', '3', '4', '5'].map((s) => `${pose}/0${s}_001.pgm`));

  it('are not imported until one is chosen; each choice imports what it says', async () => {
    const path = folderWith(...pie, 'plot.pgm');
    await expect(read(path)).rejects.toBeInstanceOf(ImportQuestion);
    const { doubts, images, subjects } = await scanImport(path);
    expect(doubts).toMatchObject([
      { aspect: 'subjects', title: 'Who is a subject in this folder?', text: 'Folders give 2 subjects, names 5.' },
    ]);
    const [{ choices }] = doubts;
    expect({ images, subjects }).toEqual({ images: choices[0].images, subjects: choices[0].subjects });
    expect(choices[0]).toMatchObject({
      title: 'The first part of each name: 5 subjects',
      detail: 'The subject is 01 in "C05/01_001.pgm".',
      concerns: ['1 file does not fit and would be left out.'],
    });
    expect(choices.map(({ recipe }) => Object.keys(recipe)[0])).toEqual(['pattern', 'layout', 'labels']);
    for (const choice of choices) {
      const dataset = await read(path, choice.recipe);
      expect([dataset.files.length, new Set(dataset.subjects).size]).toEqual([choice.images, choice.subjects]);
    }
    const { attributes, problems } = await read(path, choices[0].recipe);
    expect(attributes[1]).toEqual({ folder: 'C27' });
    expect(problems).toEqual([{ file: 'plot.pgm', reason: 'its name does not match the pattern' }]);
  });

  it('whose folders look like sets keep these as an attribute', async () => {
    const path = folderWith(...NUMBERS.map((n) => `${n % 4 < 2 ? 'Train' : 'Test'}Database/${n}.pgm`));
    const [{ text, choices }] = (await scanImport(path)).doubts;
    expect(text).toBe('"TestDatabase" and "TrainDatabase" look like sets, not persons.');
    expect(choices.map(({ recipe }) => recipe)).toEqual([{ labels: 'none' }, { layout: 'folders' }]);
    const { subjects, attributes, files } = await read(path, { labels: 'none' });
    expect(new Set(subjects)).toEqual(new Set(['1']));
    expect(attributes[files.indexOf('TrainDatabase/0.pgm')]).toEqual({ set: 'train' });
    expect(new Set((await read(path, { layout: 'folders' })).subjects).size).toBe(2);
  });

  it('that tell nothing are imported without subjects, and the import says so', async () => {
    const { subjects, making } = await read(folderWith(...NUMBERS.map((n) => `${n}.pgm`)));
    expect(new Set(subjects)).toEqual(new Set(['1']));
    expect(making?.at(-1)).toMatchObject({
      decided: '12 images without subjects: --pattern or --list names them (assumed).',
      recipe: { labels: 'none' },
    });
  });

  it('below what unzip leaves are read as if their folder had been chosen', async () => {
    const names = [1, 2, 3].flatMap((s) => [1, 2].map((k) => `x/faces/person0${s}_0${k}.pgm`));
    const { subjects, files } = await read(folderWith(...names, '__MACOSX/x/faces/._person01_01.pgm'));
    expect([subjects[2], files[2]]).toEqual(['person02', 'x/faces/person02_01.pgm']);
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
    await expect(read(path)).rejects.toThrow('The images are at several depths.');
    const { subjects, attributes, problems } = await read(path, { layout: 'folders' });
    expect(subjects).toEqual(['anna', 'anna', 'bob']);
    expect(attributes.map(({ set }) => set)).toEqual(['test', 'train', 'train']);
    expect(problems.map(({ file }) => file)).toEqual(['logo.pgm']);
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
    const { subjects, problems } = await read(join(path, 'db'));
    expect(subjects).toEqual(['1']);
    expect(problems).toEqual([
      { file: 'images.csv', reason: 'it links to a place outside the chosen folder, and is not followed' },
    ]);
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
