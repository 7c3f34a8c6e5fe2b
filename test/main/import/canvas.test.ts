import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { resize } from '../../../src/core/images/resize.ts';
import { importDataset } from '../../../src/main/import/index.ts';
import { pixelsAt } from '../../../src/main/import/decode/imagePixels.ts';
import { writeMat } from '../../core/formats/writers.ts';
import { folderOf, pgm } from './folder.ts';

/** 4 × 3, 2 × 5, and one image that is damaged. */
const mixed = {
  's1/1.pgm': pgm(4, 3, 10),
  's1/2.pgm': pgm(2, 5, 20),
  's2/1.pgm': pgm(4, 3, 30),
  's2/2.pgm': 'P5\n3 4\n255\nabc',
};

const rowsOf = (pixels: ArrayLike<number>, cols: number): number[][] =>
  Array.from({ length: pixels.length / cols }, (_, row) => Array.from(pixels).slice(row * cols, (row + 1) * cols));

describe('images of different sizes', () => {
  it('go on the smallest canvas that holds them, pixel by pixel as they are, and what is damaged is named', async () => {
    const path = folderOf(mixed);
    const { images, files, fileShapes, problems, making } = await importDataset({
      path,
      size: null,
      recipe: { fit: 'pad' },
    });
    expect(files).toEqual(['s1/1.pgm', 's1/2.pgm', 's2/1.pgm']);
    expect(problems.map(({ file }) => file)).toEqual(['s2/2.pgm']);
    expect([images.rows, images.cols]).toEqual([4, 5]);
    expect(images.pixels).toBeInstanceOf(Uint8Array);
    const own = [...mixed['s1/2.pgm'].subarray(-10)];
    expect(rowsOf(pixelsAt(images, 1, 2), 5)).toEqual([
      [0, 0, 0, 0, 0],
      own.slice(0, 5),
      own.slice(5),
      [0, 0, 0, 0, 0],
    ]);
    const first = rowsOf(pixelsAt(images, 0, 1), 5);
    expect(first.map(([before]) => before)).toEqual([0, 0, 0, 0]);
    expect(first.flatMap((row) => row.slice(1, 4))).toEqual([...mixed['s1/1.pgm'].subarray(-12)]);
    expect(fileShapes).toEqual([
      { rows: 4, cols: 3 },
      { rows: 2, cols: 5 },
      { rows: 4, cols: 3 },
    ]);
    expect(making).toMatchObject([{ size: null, recipe: { fit: 'pad' } }]);
  });

  it('are the same where they wait on the disk', async () => {
    const path = folderOf(mixed);
    const options = { path, size: null, recipe: { fit: 'pad' as const } };
    const [memory, disk] = [await importDataset(options), await importDataset({ ...options, inMemory: 8 })];
    expect([...disk.images.pixels]).toEqual([...memory.images.pixels]);
    expect(disk.hash).toBe(memory.hash);
    disk.release?.();
  });

  it('of one size are what they are without a canvas', async () => {
    const path = folderOf({ 's1/1.pgm': pgm(4, 3, 10), 's2/1.pgm': pgm(4, 3, 30) });
    const plain = await importDataset({ path, size: null });
    expect((await importDataset({ path, size: null, recipe: { fit: 'pad' } })).hash).toBe(plain.hash);
  });

  it('keep their proportions on a canvas of a given size, in whole grey values, with their colours', async () => {
    const wide = Buffer.from(Array.from({ length: 3 * 40 * 20 }, (_, i) => (i * 7) % 256));
    const png = await sharp(wide, { raw: { width: 40, height: 20, channels: 3 } })
      .png()
      .toBuffer();
    const path = folderOf({ 's1/1.png': png, 's2/1.png': png });
    const size = { rows: 16, cols: 20 };
    const { images, colours } = await importDataset({ path, size, recipe: { fit: 'pad' } });
    expect([images.rows, images.cols]).toEqual([16, 20]);
    expect(images.pixels).toBeInstanceOf(Uint8Array);
    const pixels = rowsOf(pixelsAt(images, 0, 1), 20);
    expect([0, 1, 2, 13, 14, 15].every((row) => pixels[row].every((value) => value === 0))).toBe(true);
    const red = Float64Array.from({ length: 800 }, (_, i) => wide[3 * i]);
    const reduced = resize({ rows: 20, cols: 40, pixels: red }, 10, 20, 'area');
    const stored = Array.from({ length: 200 }, (_, i) => colours![0]![3 * (3 * 20 + i)]);
    expect(stored).toEqual(Array.from(reduced, (value) => Math.round(value)));
  });

  it('of a file of arrays are placed, too', async () => {
    const fea = { name: 'fea', type: 'double' as const, dims: [2, 6], data: [1, 7, 2, 8, 3, 9, 4, 10, 5, 11, 6, 12] };
    const gnd = { name: 'gnd', type: 'double' as const, dims: [2, 1], data: [1, 2] };
    const path = `${folderOf({ 'faces.mat': Buffer.from(writeMat([fea, gnd], { little: true, compressed: false })) })}/faces.mat`;
    const recipe = { fit: 'pad' as const, imageSize: { rows: 2, cols: 3 }, pixelOrder: 'rows' as const };
    const { images } = await importDataset({ path, size: { rows: 2, cols: 5 }, recipe });
    expect(rowsOf(pixelsAt(images, 0, 1), 5)).toEqual([
      [0, 1, 2, 3, 0],
      [0, 4, 5, 6, 0],
    ]);
  });
});
