import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { ImportRecipe } from '../../../src/core/images/importRecipe.ts';
import { datasetHash } from '../../../src/core/images/datasetHash.ts';
import { importDataset, scanImport, type ImportedDataset } from '../../../src/main/import/index.ts';
import { needsRealData, realData } from '../../support/realData.ts';

interface Expected {
  readonly shape: [number, number, number];
  readonly pixels: string;
  readonly labels: string;
}

const fixtures = new URL('../../fixtures/formats/', import.meta.url);
const real = JSON.parse(readFileSync(new URL('real.json', fixtures), 'utf8')) as Record<string, Expected> & {
  'orl s1/1 at 30 x 25': { 'row 7': number[] };
};

function pixelHash({ images }: ImportedDataset): string {
  return createHash('sha256')
    .update(new Uint8Array(Float64Array.from(images.pixels).buffer))
    .digest('hex');
}

function labelHash({ subjects }: ImportedDataset): string {
  return createHash('sha256').update(subjects.join('\n')).digest('hex');
}

describe('real databases', needsRealData('orl', 'yale', 'mat', 'frey', 'mnist', 'usps'), () => {
  const at = realData;

  it.each<[name: string, layout: string, subjects: number, recipe?: ImportRecipe]>([
    ['orl', 'orl', 40],
    ['yale', 'yale', 15],
    ['mat/ORL_32x32.mat', 'matlab', 40],
    ['mat/ORL_64x64.mat', 'matlab', 40],
    ['mat/Yale_32x32.mat', 'matlab', 15],
    ['mat/Yale_64x64.mat', 'matlab', 15],
    ['frey/frey_rawface.mat', 'matlab', 1],
    ['frey/frey-images-idx3-ubyte', 'idx', 1],
    ['usps', 'matlab', 10, { pixelOrder: 'rows' }],
    ['mnist', 'idx', 10],
  ])(
    '%s has the pixels and labels that NumPy, SciPy and Pillow read, in the same order',
    async (name, layout, subjects, recipe) => {
      const dataset = await importDataset({ path: at(name), size: null, recipe });
      const { images } = dataset;
      expect(dataset.layout).toBe(layout);
      expect(dataset.problems).toEqual([]);
      expect([images.count, images.rows, images.cols]).toEqual(real[name].shape);
      expect(images.pixels).toBeInstanceOf(Uint8Array);
      expect(pixelHash(dataset)).toBe(real[name].pixels);
      expect(labelHash(dataset)).toBe(real[name].labels);
      expect(dataset.files).toHaveLength(images.count);
      expect(new Set(dataset.files).size).toBe(images.count);
      expect(await scanImport(at(name))).toMatchObject({
        layout,
        subjects,
        images: images.count,
        rows: images.rows,
        cols: images.cols,
      });
    },
  );

  it('ORL comes in numeric order: s2 follows s1, image 10 is the last', async () => {
    const { files } = await importDataset({ path: at('orl'), size: null });
    expect(files.slice(8, 12)).toEqual(['s1/9.pgm', 's1/10.pgm', 's2/1.pgm', 's2/2.pgm']);
    expect(files.at(-1)).toBe('s40/10.pgm');
  });

  it('ORL at 56 × 46 equals the area averages of NumPy and stays unrounded', async () => {
    const dataset = await importDataset({ path: at('orl'), size: { rows: 56, cols: 46 } });
    expect(dataset.images.pixels).toBeInstanceOf(Float64Array);
    expect(pixelHash(dataset)).toBe(real['orl at 56 x 46'].pixels);
    expect(dataset.images.pixels.some((value) => !Number.isInteger(value))).toBe(true);
  });

  it('ORL at 30 × 25, a ratio that is no whole number, agrees with NumPy to rounding', async () => {
    const { images } = await importDataset({ path: at('orl'), size: { rows: 30, cols: 25 } });
    const expected = real['orl s1/1 at 30 x 25']['row 7'];
    expected.forEach((value, c) => expect(Math.abs(images.pixels[7 * 25 + c] - value)).toBeLessThan(1e-10));
  });

  it('Yale has its eleven conditions for every subject', async () => {
    const { subjects, attributes } = await importDataset({ path: at('yale'), size: { rows: 32, cols: 42 } });
    const conditions =
      'centerlight glasses happy leftlight noglasses normal rightlight sad sleepy surprised wink'.split(' ');
    for (const subject of new Set(subjects)) {
      const own = attributes.filter((_, n) => subjects[n] === subject).map((attribute) => attribute.condition);
      expect(own).toEqual(conditions);
    }
  });

  it('Yale without duplicates has the 156 images that differ', async () => {
    const { files, problems } = await importDataset({
      path: at('yale'),
      size: null,
      recipe: { dropDuplicates: 'exact' },
    });
    expect(files).toHaveLength(156);
    const duplicate = (subject: number): string => `subject${String(subject).padStart(2, '0')}`;
    expect(problems).toEqual([
      ...[2, 3].map((n) => ({ file: `${duplicate(n)}.normal.gif`, reason: `it equals ${duplicate(n)}.noglasses.gif` })),
      { file: 'subject04.sad.gif', reason: 'it equals subject04.normal.gif' },
      ...[6, 7].map((n) => ({ file: `${duplicate(n)}.normal.gif`, reason: `it equals ${duplicate(n)}.noglasses.gif` })),
      { file: 'subject08.normal.gif', reason: 'it equals subject08.glasses.gif' },
      ...[9, 12, 14].map((n) => ({
        file: `${duplicate(n)}.normal.gif`,
        reason: `it equals ${duplicate(n)}.noglasses.gif`,
      })),
    ]);
  });

  it('the hash is that of datasetHash and does not depend on the file format', async () => {
    const mat = await importDataset({ path: at('frey/frey_rawface.mat'), size: null });
    const idx = await importDataset({ path: at('frey/frey-images-idx3-ubyte'), size: null });
    expect(mat.hash).toBe(idx.hash);
    expect(mat.hash).toBe(datasetHash(mat.images, mat.subjects));
  });

  it('a folder with several datasets asks for one of them', async () => {
    await expect(importDataset({ path: at('mat'), size: null })).rejects.toThrow(
      /several datasets \(.*\bORL_32x32\.mat/,
    );
  });
});
