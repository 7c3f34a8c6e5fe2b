/** Tables as people write them: pandas, R, NumPy, spreadsheets. */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { pinnedRecipe } from '../../../../src/core/readings/reading.ts';
import { importDataset } from '../../../../src/main/import/index.ts';
import { openSource } from '../../../../src/main/import/sources/openSource.ts';
import type { ArraySource } from '../../../../src/main/import/source.ts';
import { folderOf } from '../folder.ts';

const [SUBJECTS, EACH, ROWS, COLS] = [5, 4, 12, 10];
const SIZE = ROWS * COLS;
const COUNT = SUBJECTS * EACH;

/** Smooth pictures, by rows. */
const pictures = Array.from({ length: COUNT }, (_, n) =>
  Array.from({ length: SIZE }, (_, i) => {
    const [s, k, r, c] = [Math.floor(n / EACH), n % EACH, Math.floor(i / COLS), i % COLS];
    return Math.round(120 + 50 * Math.sin(r / 2 + 1.7 * s) + 40 * Math.cos(c / 1.5 - 2.3 * s + 0.1 * k) + 3 * k);
  }),
);
const subjects = Array.from({ length: COUNT }, (_, n) => String(Math.floor(n / EACH) + 1));
const names = (prefix: string, from = 0): string[] => Array.from({ length: SIZE }, (_, i) => `${prefix}${from + i}`);
const csv = (lines: readonly (readonly (string | number)[])[], separator = ','): string =>
  `${lines.map((cells) => cells.join(separator)).join('\n')}\n`;
const rows = (rowOf: (picture: readonly number[], n: number) => readonly (string | number)[]) => pictures.map(rowOf);
const shuffled = (n: number): number => (n * 7) % COUNT;

const open = async (name: string, text: string, recipe = {}): Promise<ArraySource> =>
  (await openSource(join(folderOf({ [name]: text }), name), recipe)) as ArraySource;

describe('tables of pixels', () => {
  it.each([
    ['pandas', 'a.csv', csv([[...names('pixel'), 'target'], ...rows((p, n) => [...p, subjects[n]])])],
    ['pandas, columns 0 …', 'a.csv', csv([[...names(''), 'label'], ...rows((p, n) => [...p, subjects[n]])])],
    ['pandas, index', 'a.csv', csv([['', ...names(''), 'y'], ...rows((p, n) => [n, ...p, subjects[n]])])],
    [
      'pandas, shuffled index',
      'a.csv',
      csv([['', ...names('p'), 'y'], ...rows((p, n) => [shuffled(n), ...p, subjects[n]])]),
    ],
    [
      'R, names of rows',
      'a.csv',
      csv([['""', ...names('V', 1), '"class"'], ...rows((p, n) => [`"${n + 1}"`, ...p, subjects[n]])]),
    ],
    [
      'R, a name short, blanks',
      'a.txt',
      csv([[...names('V', 1), 'y'], ...rows((p, n) => [`"${n + 1}"`, ...p, subjects[n]])], ' '),
    ],
    ['label first', 'a.csv', csv([['subject', ...names('x')], ...rows((p, n) => [subjects[n], ...p])])],
    ['any name', 'a.csv', csv([[...names('x'), 'who'], ...rows((p, n) => [...p, subjects[n]])])],
    [
      'an identifier beside',
      'a.csv',
      csv([['code', 'id', ...names('x')], ...rows((p, n) => [n * n + 50, subjects[n], ...p])]),
    ],
    [
      'decimal commas',
      'a.csv',
      csv([[...names(''), 'label'], ...rows((p, n) => [...p.map((v) => `${v},0`), subjects[n]])], ';'),
    ],
  ])('give their pixels and subjects: %s', async (_, file, text) => {
    const source = await open(file, text);
    expect(source.doubts.filter(({ aspect }) => aspect === 'subjects' || aspect === 'columns')).toEqual([]);
    expect(source.images.count).toBe(COUNT);
    expect(source.subjects).toEqual(subjects);
    expect(source.images.rows * source.images.cols).toBe(SIZE);
    expect(source.images.pixels.length).toBe(COUNT * SIZE);
    const again = await open(file, text, pinnedRecipe({}, source));
    expect([again.subjects, again.images]).toEqual([source.subjects, source.images]);
    expect(again.decisions.filter(({ aspect }) => ['header', 'columns', 'subjects'].includes(aspect))).toEqual([]);
  });

  it.each([
    ['last', csv(rows((p, n) => [...p.map((v) => v + 0.5), subjects[n]]))],
    ['first', csv(rows((p, n) => [subjects[n], ...p.map((v) => v + 0.5)]))],
  ])('without names ask whether the %s column holds the subjects, and show it', async (at, text) => {
    const source = await open('a.csv', text);
    const [doubt] = source.doubts.filter(({ aspect }) => aspect === 'subjects');
    expect(doubt.choices.map(({ recipe }) => recipe.labels)).toEqual([`${at}-column`, 'none']);
    expect(source.subjects).toEqual(subjects);
    expect(source.images.pixels.length).toBe(COUNT * SIZE);
    const { images } = await open('a.csv', text, { labels: 'none' });
    expect(images.pixels.length).toBe(COUNT * (SIZE + 1));
  });

  it('whose names are positions have their shape', async () => {
    const head = Array.from({ length: SIZE }, (_, i) => `r${Math.floor(i / COLS) + 1}c${(i % COLS) + 1}`);
    const { images, doubts } = await open('a.csv', csv([[...head, 'y'], ...rows((p, n) => [...p, subjects[n]])]));
    expect([images.rows, images.cols, doubts]).toEqual([ROWS, COLS, []]);
  });

  it('keep subjects as they are written', async () => {
    const ids = ['001', '01', '1', '9007199254740992', '9007199254740993'];
    const text = csv([['id', ...names('p')], ...rows((p, n) => [ids[Math.floor(n / EACH)], ...p])]);
    expect([...new Set((await open('a.csv', text)).subjects)]).toEqual(ids);
  });

  it('take attributes of images, and ask if only those could be subjects', async () => {
    const pose = (n: number): string => ['left', 'right'][n % 2];
    const described = csv([['pose', 'y', ...names('p')], ...rows((p, n) => [pose(n), subjects[n], ...p])]);
    expect((await open('a.csv', described)).attributes[1]).toEqual({ pose: 'right' });
    const alone = csv([['pose', ...names('p')], ...rows((p, n) => [pose(n), ...p])]);
    const { doubts } = await open('a.csv', alone);
    expect(doubts.find(({ aspect }) => aspect === 'subjects')?.text).toContain('"pose" has 2 values');
  });

  it('of few quantities without subjects are asked about', async () => {
    const text = csv([['length', 'width', 'height'], ...rows((p) => [p[0] + 0.5, p[9] + 0.5, p[50] + 0.5])]);
    await expect(
      importDataset({ path: join(folderOf({ 'a.csv': text }), 'a.csv'), size: null, recipe: {} }),
    ).rejects.toThrow('3 columns of different names, and none is seen to hold subjects');
    expect((await open('a.csv', text, { labels: 'none' })).doubts).toEqual([]);
  });

  it.each([
    ['a.txt', 'x/1.png;1\nx/2.png;1\nx/3.png;2\n', 'a.txt lists 3 files, and'],
    ['a.csv', 'image,identity\nx/1.png,anna\nx/2.png,anna\n', 'a.csv lists 2 files, and'],
    ['a.csv', 'name,note\nanna,b\nbea,c\n', 'holds no pixels'],
    ['a.csv', 'label\n1\n1\n2\n2\n', 'import the images with --labels a.csv'],
  ])('are no lists or labels: %s', async (name, text, message) => {
    await expect(open(name, text)).rejects.toThrow(message);
  });

  it('are read in a folder beside texts about it', async () => {
    const text = csv([[...names('p'), 'y'], ...rows((p, n) => [...p, subjects[n]])]);
    const source = (await openSource(folderOf({ 'a.csv': text, 'readme.txt': 'Faces.\n' }))) as ArraySource;
    expect(source.subjects).toEqual(subjects);
  });
});
