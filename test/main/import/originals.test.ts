/** Originals as they are stored: sizes, colours, raw files. */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { coloursOf, greyOf } from '../../../src/core/images/grey.ts';
import { resize } from '../../../src/core/images/resize.ts';
import { importDataset, ImportError } from '../../../src/main/import/index.ts';
import { writeMat } from '../../core/formats/writers.ts';
import { folderOf, pgm } from './folder.ts';

const rgb = Uint8Array.from({ length: 4 * 4 * 3 }, (_, i) => (i * 53) % 256);
const ppm = Buffer.concat([Buffer.from('P6 4 4 255\n'), rgb]);
const samples = { count: 16, channels: 3, maxval: 255, samples: rgb } as const;

describe('originals', () => {
  it('keep their colours beside the grey values, unless grey alone is wanted', async () => {
    const path = folderOf({ 'a/1.ppm': ppm, 'a/2.pgm': pgm(4, 4, 9) });
    const { images, colours } = await importDataset({ path, size: null });
    expect(images.pixels.slice(0, 16)).toEqual(greyOf(samples));
    expect(colours).toEqual([coloursOf(samples), null]);
    const plain = await importDataset({ path, size: null, recipe: { greyOnly: true, grey: 'bt709' } });
    expect(plain.colours).toBeUndefined();
    expect(plain.images.pixels.slice(0, 16)).toEqual(greyOf(samples, 'bt709'));
  });

  it('are reduced colour by colour, and name the shape of their file', async () => {
    const path = folderOf({ 'a/1.ppm': ppm, 'a/2.pgm': pgm(8, 4, 9) });
    const { colours, fileShapes } = await importDataset({ path, size: { rows: 2, cols: 2 } });
    const green = Float64Array.from({ length: 16 }, (_, i) => rgb[3 * i + 1]);
    const reduced = resize({ rows: 4, cols: 4, pixels: green }, 2, 2, 'area');
    expect([0, 1, 2, 3].map((i) => colours![0]![3 * i + 1])).toEqual([...reduced]);
    expect(fileShapes).toEqual([
      { rows: 4, cols: 4 },
      { rows: 8, cols: 4 },
    ]);
  });

  it('are reduced to whole grey values where 8 bits are wanted', async () => {
    const path = folderOf({ 'a/1.ppm': ppm });
    const size = { rows: 3, cols: 2 };
    const float = await importDataset({ path, size });
    const { images, colours } = await importDataset({ path, size, recipe: { depth: '8-bit' } });
    expect(images.pixels).toEqual(Uint8Array.from(float.images.pixels, Math.round));
    expect(colours![0]).toEqual(Uint8Array.from(float.colours![0]!, Math.round));
  });

  it('are not enlarged unless that is allowed; smaller ones are named', async () => {
    const path = folderOf({ 'a/1.pgm': pgm(4, 4, 1), 'a/2.pgm': pgm(6, 3, 2) });
    const size = { rows: 4, cols: 4 };
    const { files, problems } = await importDataset({ path, size });
    expect(files).toEqual(['a/1.pgm']);
    expect(problems).toEqual([
      { file: 'a/2.pgm', reason: 'it has 6 × 3 pixels, fewer than the 4 × 4 asked for; allow enlarging to take it' },
    ]);
    expect((await importDataset({ path, size, recipe: { enlarge: true } })).files).toHaveLength(2);
    const mat = join(
      folderOf({
        'x.mat': writeMat([{ name: 'fea', type: 'uint8', dims: [2, 2, 1], data: [1, 2, 3, 4] }], {
          little: true,
          compressed: true,
        }),
      }),
      'x.mat',
    );
    const attempt = importDataset({ path: mat, size });
    await expect(attempt).rejects.toThrow(ImportError);
    await expect(attempt).rejects.toThrow('The images have 2 × 2 pixels, fewer than the 4 × 4 asked for');
  });

  it('of bare samples are read by their stated layout, and those of AR by their length', async () => {
    const raw = { rows: 4, cols: 4, channels: 3, order: 'planar', header: 2, bits: 8 } as const;
    const planar = Uint8Array.from({ length: 48 }, (_, i) => rgb[(i % 16) * 3 + Math.floor(i / 16)]);
    const path = folderOf({ 'a/1.dat': Buffer.concat([Buffer.from('xx'), planar]), 'a/2.dat': 'short' });
    const pattern = String.raw`^(?<subject>\w)/(?<shot>\d)\.dat$`;
    const { images, problems } = await importDataset({ path, size: null, recipe: { raw, pattern } });
    expect(images.pixels).toEqual(greyOf(samples));
    expect(problems).toHaveLength(1);
    expect(problems[0].reason).toMatch(
      /^expected 50 bytes for 4 × 4 raw pixels of 3 × 8 bits behind 2 bytes, found 5$/,
    );

    const ar = new Uint8Array(768 * 576 * 3).fill(100, 768 * 576, 2 * 768 * 576);
    const found = await importDataset({ path: folderOf({ 'm-001-01.raw': ar }), size: { rows: 72, cols: 96 } });
    expect([found.layout, found.images.count]).toEqual(['ar', 1]);
    // Green alone: 0.587 · 100, rounded.
    expect(new Set(found.images.pixels)).toEqual(new Set([59]));
  });
});
