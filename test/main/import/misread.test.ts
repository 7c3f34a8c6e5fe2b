/** Tables and matrices that used to be read as something else without a word. */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { decodeCsv } from '../../../src/core/formats/tables/csv.ts';
import { importDataset } from '../../../src/main/import/index.ts';
import { folderOf } from './folder.ts';

const read = (text: string, recipe = {}) =>
  importDataset({ path: join(folderOf({ 'a.csv': text }), 'a.csv'), size: null, recipe });
const values = (text: string): (string | number)[][] => {
  const { rows, columns } = decodeCsv(Buffer.from(text));
  return columns.map(({ kind, texts, numberAt }) =>
    kind === 'number' ? Array.from({ length: rows }, (_, row) => numberAt(row)) : [...texts()],
  );
};

describe('decimal commas', () => {
  it.each([
    ['semicolons', 'a;b;c\n1,5;2,25;-3\n,5;1e2;4,\n'],
    ['semicolons, without names', '1,5;2,25;-3\n,5;1e2;4,\n'],
    ['tabs', '1,5\t2,25\t-3\n,5\t1e2\t4,\n'],
    ['quotes', '"1,5","2,25",-3\n",5",1e2,"4,"\n'],
  ])('are read with %s', (_, text) => {
    expect(values(text)).toEqual([
      [1.5, 0.5],
      [2.25, 100],
      [-3, 4],
    ]);
  });

  it.each([
    ['both decimal signs', '1,5;2.5\n2,5;3.5\n', '2.5'],
    ['signs between thousands', '1.234,5;2\n2.345,5;3\n', '1.234,5'],
    ['thousands and decimals', 'a;b\n1,5;1.234,5\n2,5;1\n', '1.234,5'],
  ])('with %s are refused', (_, text, found) => {
    expect(() => decodeCsv(Buffer.from(text))).toThrow(`found "${found}" in row`);
  });

  it('in free text stay text', () => {
    expect(values('n;note\n1;see 1,5\n2;about 2.5\n')).toEqual([
      [1, 2],
      ['see 1,5', 'about 2.5'],
    ]);
  });

  it('give images of their features', async () => {
    const rows = Array.from({ length: 12 }, (_, n) => `${n},5;${n},25;0,${n + 1};s${n % 3}`);
    const { images, subjects } = await read(`a;b;c;subject\n${rows.join('\n')}\n`);
    expect(images).toMatchObject({ count: 12, rows: 3, cols: 1 });
    expect([...images.pixels.slice(0, 3)]).toEqual([0.5, 0.25, 0.1]);
    expect(subjects.slice(0, 3)).toEqual(['s0', 's1', 's2']);
  });
});

describe('tables with an image per cell', () => {
  const cell = (n: number): string => Array.from({ length: 16 }, (_, p) => (20 * p + n) % 256).join(' ');

  it.each([
    ['FER-2013', (n: number, usage: string) => `${n % 2},"${cell(n)}",${usage}`, 'emotion,pixels,Usage'],
    ['the other order', (n: number, usage: string) => `${n % 2}, ${usage}, ${cell(n)}`, 'emotion, Usage, pixels'],
  ])('are read: %s', async (_, line, header) => {
    const lines = ['Training', 'Training', 'PublicTest', 'PrivateTest'].map((usage, n) => line(n, usage));
    const { images, subjects, attributes } = await read(`${header}\n${lines.join('\n')}\n`, {
      imageSize: { rows: 4, cols: 4 },
      pixelOrder: 'rows',
    });
    expect(images).toMatchObject({ count: 4, rows: 4, cols: 4 });
    expect([...images.pixels.slice(16, 32)]).toEqual(cell(1).split(' ').map(Number));
    expect(subjects).toEqual(['0', '1', '0', '1']);
    expect(attributes.map((own) => own['Usage'])).toEqual(['Training', 'Training', 'PublicTest', 'PrivateTest']);
  });

  it('are refused where a cell holds something else', async () => {
    await expect(read(`emotion,pixels\n0,${cell(0)}\n1,1 2 3 4\n`)).rejects.toThrow(
      'expected 16 grey values of 0 to 255 in image 2 of column "pixels", found 4 numbers',
    );
    await expect(read(`emotion,pixels\n0,${cell(0)}\n1,${cell(0).replace('20', '999')}\n`)).rejects.toThrow('"999"');
  });
});

describe('a table without names', () => {
  const rows = (label: (n: number) => number): string =>
    Array.from({ length: 12 }, (_, n) => `${n + 0.5},${n * n},${3 * n},${label(n)}`).join('\n');

  it('whose last column looks like labels is not read until that is said', async () => {
    const table = rows((n) => n % 3);
    await expect(read(table)).rejects.toThrow('The last column has 3 values that recur as subjects do');
    const labelled = await read(table, { labels: '4' });
    expect(labelled.images.rows).toBe(3);
    expect(new Set(labelled.subjects)).toEqual(new Set(['0', '1', '2']));
    const features = await read(table, { labels: 'none' });
    expect(features.images.rows).toBe(4);
    expect(new Set(features.subjects).size).toBe(1);
  });

  it('whose columns are all alike is read as features, once it is said that none holds the subjects', async () => {
    const table = rows((n) => 7 * n);
    await expect(read(table)).rejects.toThrow('the rows do not look like pictures');
    expect((await read(table, { labels: 'none' })).images.rows).toBe(4);
  });
});
