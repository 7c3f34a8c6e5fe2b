/** Tables that say the subjects of the images of a folder. */
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { importDataset, scanImport } from '../../../../src/main/import/index.ts';
import { folderOf, pgm } from '../folder.ts';

const PEOPLE = ['anna', 'bob', 'carl'];
const NUMBERS = Array.from({ length: 12 }, (_, n) => n);
const personOf = (n: number): string => PEOPLE[Math.floor(n / 4)];
const nameOf = (n: number): string => `${String(n).padStart(6, '0')}.pgm`;
const images = (folder: string, numbers = NUMBERS): Record<string, Uint8Array> =>
  Object.fromEntries(numbers.map((n) => [`${folder}${nameOf(n)}`, pgm(2, 2, n)]));
const lines = (lineOf: (n: number) => string): string => NUMBERS.map((n) => `${lineOf(n)}\n`).join('');

const read = (path: string, recipe = {}, roots?: string[]) =>
  importDataset({ path, size: null, recipe, ...(roots && { roots }) });

describe('a list in a folder whose names tell nothing', () => {
  it.each([
    ['OpenCV', lines((n) => `/home/x/at/${nameOf(n)};${personOf(n)}`)],
    ['a header', `image,identity\n${lines((n) => `at/${nameOf(n)},${personOf(n)}`)}`],
    ['Windows', lines((n) => `C:\\data\\at\\${nameOf(n)}\t${personOf(n)}`)],
    ['CelebA', lines((n) => `${nameOf(n)} ${personOf(n)}`)],
    ['names without their ending', `id,label\n${lines((n) => `${nameOf(n).slice(0, 6)},${personOf(n)}`)}`],
  ])('is read at once: %s', async (_, list) => {
    const path = folderOf({ ...images('at/'), 'list.txt': list, 'README.txt': 'Twelve faces.\nOf three.\n' });
    const { layout, subjects, files, problems, making } = await read(path);
    expect({ layout, subjects, problems }).toEqual({ layout: 'list', subjects: NUMBERS.map(personOf), problems: [] });
    expect(files[1]).toBe('at/000001.pgm');
    expect(making?.at(-1)).toMatchObject({ decided: 'Subjects from list.txt.', recipe: { list: 'list.txt' } });
  });

  it('gives other columns and the sets of the folders as attributes', async () => {
    const list = `file,subject,shot\n${lines((n) => `${nameOf(n)},${personOf(n)},${n % 5}x${n}`)}`;
    const numbers = NUMBERS.filter((n) => n % 2 === 0);
    const odd = NUMBERS.filter((n) => n % 2 === 1);
    const path = folderOf({ ...images('TrainDatabase/', numbers), ...images('TestDatabase/', odd), 'l.csv': list });
    const { attributes, subjects } = await read(path);
    expect(subjects).toEqual(NUMBERS.map(personOf));
    expect(attributes.slice(0, 2)).toEqual([
      { set: 'train', shot: '0x0' },
      { set: 'test', shot: '1x1' },
    ]);
  });

  it('is one with another that parts the images alike, and asked beside one that does not', async () => {
    const byNumber = lines((n) => `${nameOf(n)};${Math.floor(n / 4)}`);
    const byName = lines((n) => `${nameOf(n)},${personOf(n)}`);
    const alike = await read(folderOf({ ...images(''), 'a.txt': byNumber, 'b.csv': byName }));
    expect(alike.subjects.slice(3, 5)).toEqual(['0', '1']);
    const other = folderOf({ ...images(''), 'a.txt': byNumber, 'b.csv': lines((n) => `${nameOf(n)},${n % 2}`) });
    await expect(read(other)).rejects.toThrow('The folder holds several lists, which give different subjects.');
    const [{ choices }] = (await scanImport(other)).doubts;
    expect(choices.map(({ recipe, subjects }) => ({ ...recipe, subjects }))).toEqual([
      { list: 'a.txt', labels: '2', subjects: 3 },
      { list: 'b.csv', labels: '2', subjects: 2 },
      { labels: 'none', subjects: 1 },
    ]);
    expect(new Set((await read(other, choices[1].recipe)).subjects)).toEqual(new Set(['0', '1']));
    expect(new Set((await read(other, choices[2].recipe)).subjects)).toEqual(new Set(['1']));
  });

  it('is asked for where it names other files, or not all images', async () => {
    const list = lines((n) => `${nameOf(n)},${personOf(n)}`);
    const missing = folderOf({ ...images('', NUMBERS.slice(2)), 'l.csv': list });
    await expect(read(missing)).rejects.toThrow('2 files of the list are not here.');
    const { subjects, problems } = await read(missing, { list: 'l.csv' });
    expect([subjects.length, problems.length]).toEqual([10, 2]);
    const more = folderOf({ ...images(''), 'x.pgm': pgm(2, 2, 1), 'l.csv': list });
    await expect(read(more)).rejects.toThrow('1 image is not in the list and would be left out.');
  });

  it('is not read where its files are mostly elsewhere; asked for, it is refused with the next step', async () => {
    const path = folderOf({ ...images(''), 'l.csv': lines((n) => `x${nameOf(n)},${personOf(n)}`) });
    expect(new Set((await read(path)).subjects)).toEqual(new Set(['1']));
    await expect(read(path, { list: 'l.csv' })).rejects.toThrow(
      /^l\.csv lists 12 files, and .* holds 0 of these files \(not x000000\.pgm\)\. Choose the folder that holds all/,
    );
  });
});

describe('a list that is named', () => {
  const list = `image,who,sex,shot\n${lines((n) => `at/${nameOf(n)},${personOf(n)},${n % 8 < 4 ? 'f' : 'm'},${n % 4}`)}`;

  it('may be the chosen file', async () => {
    const path = folderOf({ ...images('at/'), 'l.csv': lines((n) => `at/${nameOf(n)},${personOf(n)}`) });
    const { subjects, files } = await read(join(path, 'l.csv'));
    expect([subjects[4], files[4]]).toEqual(['bob', 'at/000004.pgm']);
  });

  it('is none if it holds features, or images that are elsewhere', async () => {
    const features = `file,subject,a,b,c,d\n${lines((n) => `${nameOf(n)},${personOf(n)},${n}.5,1.5,2.5,${n}`)}`;
    const path = folderOf({ ...images(''), 'features.csv': features });
    expect((await read(join(path, 'features.csv'))).images).toMatchObject({ rows: 3, cols: 1, count: 12 });
    const elsewhere = folderOf({ 'l.csv': lines((n) => `${nameOf(n)},${personOf(n)}`) });
    await expect(read(join(elsewhere, 'l.csv'))).rejects.toThrow('Choose the folder that holds all of these files.');
  });

  it('may lie beside the folder, within the roots', async () => {
    const path = folderOf({ ...images('db/at/'), 'l.csv': list });
    const recipe = { list: '../../l.csv', labels: 'who' };
    expect((await read(join(path, 'db/at'), recipe)).subjects).toEqual(NUMBERS.map(personOf));
    await expect(read(join(path, 'db/at'), recipe, [join(path, 'db')])).rejects.toThrow(
      '../../l.csv: it links to a place outside the folders that may be read.',
    );
    symlinkSync('../l.csv', join(path, 'db/l.csv'));
    await expect(read(join(path, 'db'), { list: 'l.csv' }, [join(path, 'db')])).rejects.toThrow('outside the folders');
  });

  it('asks for one of several columns, those first whose names say nothing else', async () => {
    const path = folderOf({ ...images('at/'), 'l.csv': list });
    const [{ text, choices }] = (await scanImport(path, { list: 'l.csv' })).doubts;
    expect(text).toBe('Several columns of l.csv may hold the subjects.');
    expect(choices.map(({ recipe }) => recipe.labels)).toEqual(['who', 'shot', 'sex', 'none']);
    const { subjects, attributes } = await read(path, choices[1].recipe);
    expect([subjects[1], attributes[1]]).toEqual(['1', { who: 'anna', sex: 'f' }]);
    await expect(read(path, { list: 'l.csv', labels: 'name' })).rejects.toThrow(
      'l.csv has no column name; choose one of who, sex, shot by --labels.',
    );
  });

  it('excludes other ways to tell subjects, and a column needs a list', async () => {
    const path = folderOf({ ...images('at/'), 'l.csv': list });
    await expect(read(path, { list: 'l.csv', pattern: '(?<subject>.)' })).rejects.toThrow('leave out --list, or');
    await expect(read(path, { labels: 'who' })).rejects.toThrow('holds single images. Add --list FILE');
    const { subjects, attributes } = await read(path, { list: 'l.csv', labels: 'none' });
    expect([new Set(subjects).size, attributes[0]]).toEqual([1, { who: 'anna', sex: 'f', shot: '0' }]);
  });

  it('that is none is refused with the next step', async () => {
    const path = folderOf({ ...images(''), 'README.txt': 'Twelve faces\nof three persons, each four times\n' });
    for (const name of ['README.txt', 'no.csv']) {
      await expect(read(path, { list: name })).rejects.toThrow(
        /: .*\. Choose a table with the file and the subject of one image per line\.$/,
      );
    }
  });
});

describe('names that differ only in how Unicode composes them', () => {
  it('are one subject; others stay as written', async () => {
    const forms = ['Zo\u00eb', 'Zoe\u0308', 'Ann', '001', '1'].flatMap((name) => [name, name]);
    const rows = forms.map((name, n) => `p${n}.pgm,${name}`);
    const images = Object.fromEntries(forms.map((_, n) => [`p${n}.pgm`, pgm(2, 2, n)]));
    const path = folderOf({ ...images, 'l.csv': `file,subject\n${rows.join('\n')}\n` });
    const { subjects, making } = await importDataset({ path, size: null, recipe: { list: 'l.csv' } });
    expect(new Set(subjects)).toEqual(new Set(['Zo\u00eb', 'Ann', '001', '1']));
    expect(making?.[0]).toMatchObject({ decided: expect.stringContaining('1 name joined with another') as string });
  });
});
