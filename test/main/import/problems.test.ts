// @module-tag processes
import { execFileSync } from 'node:child_process';
import { chmodSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { ImportError, importDataset, scanImport } from '../../../src/main/import/index.ts';
import { resize } from '../../../src/core/images/resize.ts';
import { writeMat } from '../../core/formats/writers.ts';
import { folderOf, pgm } from './folder.ts';
import { skipWhen, withoutPosix } from '../../support/skips.ts';

const good = {
  's1/1.pgm': pgm(4, 3, 10),
  's1/2.pgm': pgm(4, 3, 20),
  's2/1.pgm': pgm(4, 3, 30),
  's10/1.pgm': pgm(4, 3, 40),
};

describe('files that cannot be imported', () => {
  it('give a line with file and reason each, and the others are imported', async () => {
    const path = folderOf({
      ...good,
      's2/2.pgm': pgm(4, 3, 50).subarray(0, 15),
      's2/3.pgm': 'P5\n100000 10000\n255\nabc',
      's2/4.pgm': '',
      's2/5.pgm': 'no image at all',
      's2/6.pgm': Buffer.from('\x89PNG\r\n\x1a\nbroken', 'latin1'),
      's2/holiday.pgm': pgm(4, 3, 60),
      README: 'about these faces',
      '.DS_Store': 'x',
      's2/._1.pgm': 'resource fork',
    });
    const { files, images, subjects, problems } = await importDataset({ path, size: null });
    expect(files).toEqual(['s1/1.pgm', 's1/2.pgm', 's2/1.pgm', 's10/1.pgm']);
    expect(subjects).toEqual(['s1', 's1', 's2', 's10']);
    expect([...images.pixels].filter((_, i) => i % 12 === 0)).toEqual([10, 20, 30, 40]);
    expect(problems.map(({ file }) => file)).toEqual([
      's2/holiday.pgm',
      's2/2.pgm',
      's2/3.pgm',
      's2/4.pgm',
      's2/5.pgm',
      's2/6.pgm',
    ]);
    const reasons = Object.fromEntries(problems.map(({ file, reason }) => [file, reason]));
    expect(reasons['s2/holiday.pgm']).toBe('its name does not follow sN/M.pgm');
    expect(reasons['s2/2.pgm']).toBe('expected 12 bytes of pixels, found 4: the file is truncated');
    expect(reasons['s2/3.pgm']).toBe('expected 1000000000 bytes of pixels, found 3: the file is truncated');
    expect(reasons['s2/4.pgm']).toBe('the file is empty');
    expect(reasons['s2/5.pgm']).toMatch(/^expected a PGM, .*, found an unknown format$/);
    expect(reasons['s2/6.pgm']).toMatch(/^expected a whole PNG image, found one that is cut off after \d+ bytes/);
  });

  it('of another size than most are named where they are to be left out', async () => {
    const path = folderOf({ ...good, 's2/2.pgm': pgm(5, 3, 1) });
    const { files, problems } = await importDataset({ path, size: null, recipe: { skipOtherSizes: true } });
    expect(files).not.toContain('s2/2.pgm');
    expect(problems).toEqual([
      {
        file: 's2/2.pgm',
        reason: 'it has 5 × 3 pixels, and the most common size is 4 × 3; choose a size, or one canvas for all',
      },
    ]);
  });

  it('of another size are imported when a size is chosen', async () => {
    const path = folderOf({ ...good, 's2/2.pgm': pgm(5, 3, 1) });
    const { images, files, problems } = await importDataset({ path, size: { rows: 2, cols: 2 } });
    expect(problems).toEqual([]);
    expect(images).toMatchObject({ rows: 2, cols: 2, count: 5 });
    expect([...images.pixels.slice(4 * files.indexOf('s2/2.pgm')).slice(0, 4)]).toEqual([1, 1, 1, 1]);
  });

  it('are resized by the filter that is asked for, from files and from arrays', async () => {
    const mat = writeMat(
      [{ name: 'fea', type: 'uint8', dims: [8, 8, 1], data: Array.from({ length: 64 }, (_, i) => (i * 37) % 256) }],
      {
        little: true,
        compressed: true,
      },
    );
    const path = folderOf({ 'faces.mat': mat, 's1/1.pgm': pgm(8, 8, 5) });
    const sizes = { size: { rows: 5, cols: 3 } };
    const source = (await importDataset({ path: join(path, 'faces.mat'), size: null })).images;
    for (const filter of ['area', 'bilinear', 'bicubic'] as const) {
      const { images } = await importDataset({ path: join(path, 'faces.mat'), ...sizes, recipe: { filter } });
      expect(images.pixels).toEqual(resize(source, 5, 3, filter));
      const [grey] = (await importDataset({ path, ...sizes, recipe: { filter } })).images.pixels;
      expect(grey).toBeCloseTo(5, 12);
    }
  });

  it('stay bytes when the chosen size is their own', async () => {
    const { images } = await importDataset({ path: folderOf(good), size: { rows: 4, cols: 3 } });
    expect(images.pixels).toBeInstanceOf(Uint8Array);
  });

  it('are reported when they are links without a target or loops, which do not hang the import', async () => {
    const path = folderOf(good);
    symlinkSync(path, join(path, 's1/loop'));
    symlinkSync('nowhere.pgm', join(path, 's1/3.pgm'));
    symlinkSync('self.pgm', join(path, 's1/self.pgm'));
    const { files, problems } = await importDataset({ path, size: null });
    expect(files).toHaveLength(4);
    expect(problems).toContainEqual({ file: 's1/3.pgm', reason: 'there is no such file or folder' });
    expect(problems).toContainEqual({ file: 's1/self.pgm', reason: 'its symbolic links form a loop' });
  });

  it('are reported when they link outside the allowed roots', async () => {
    const outside = folderOf({ 'secret.pgm': pgm(4, 3, 99) });
    const path = folderOf(good);
    symlinkSync(join(outside, 'secret.pgm'), join(path, 's1/3.pgm'));
    const { files, problems } = await importDataset({ path, size: null, roots: [path] });
    expect(files).toHaveLength(4);
    expect(problems).toEqual([
      { file: 's1/3.pgm', reason: 'it links to a place outside the chosen folder, and is not followed' },
    ]);
    const followLinks = { followLinks: true };
    expect((await importDataset({ path, size: null, recipe: followLinks })).files).toContain('s1/3.pgm');
  });

  it('named pipes are passed over without waiting for a writer', withoutPosix, async () => {
    const path = folderOf(good);
    execFileSync('mkfifo', [join(path, 's1/4.pgm')]);
    expect((await importDataset({ path, size: null })).files).toHaveLength(4);
    await expect(importDataset({ path: join(path, 's1/4.pgm'), size: null })).rejects.toThrow(
      'neither a folder nor a regular file',
    );
  });

  it(
    'are reported when their name is not UTF-8',
    skipWhen(process.platform !== 'linux', 'names of files are bytes on Linux only'),
    async () => {
      const path = folderOf(good);
      writeFileSync(
        Buffer.concat([Buffer.from(join(path, 's1/')), Buffer.from([0xff, 0x2e, 0x70, 0x67, 0x6d])]),
        pgm(4, 3, 1),
      );
      const { problems } = await importDataset({ path, size: null });
      expect(problems).toEqual([{ file: 's1/ÿ.pgm', reason: 'its name is not UTF-8' }]);
    },
  );

  it(
    'are reported when there is no permission',
    skipWhen(process.getuid?.() === 0, 'root may read everything'),
    async () => {
      const path = folderOf(good);
      chmodSync(join(path, 's2/1.pgm'), 0);
      const { problems } = await importDataset({ path, size: null });
      expect(problems).toEqual([{ file: 's2/1.pgm', reason: 'permission denied' }]);
    },
  );
});

describe('folders that cannot be imported', () => {
  it.each([
    ['nothing', {}, / holds no files\. Choose the folder or file that holds the images\.$/],
    ['text only', { 'README.txt': 'hello' }, / holds no image; 1 file: README\.txt\. Choose the folder/],
    ['only broken images', { 's1/1.pgm': 'x', 's1/2.pgm': 'y' }, /No image could be read; s1\/1\.pgm: expected/],
    ['a MATLAB file that is text', { 'a.mat': 'too short' }, /a\.mat is text, not a file of MATLAB\. Rename it/],
  ])('with %s are refused in one sentence', async (_, files, message) => {
    const attempt = importDataset({ path: folderOf(files), size: null });
    await expect(attempt).rejects.toThrow(message);
    await expect(attempt).rejects.toBeInstanceOf(ImportError);
  });

  it('that do not exist are refused', async () => {
    await expect(scanImport('/nowhere/at/all')).rejects.toThrow('all cannot be read: there is no such file or folder.');
  });

  it('that claim thousands of millions of images without pixels are refused at once', async () => {
    const idx = Uint8Array.of(0, 0, 8, 3, 255, 255, 255, 255, 0, 0, 0, 0, 0, 0, 0, 2);
    await expect(importDataset({ path: folderOf({ 'x-idx3-ubyte': idx }), size: null })).rejects.toThrow(
      'x-idx3-ubyte: its images have no pixels (4294967295 × 0 × 2).',
    );
  });

  it('that were packed by gzip are read with their labels, and refused where they are damaged', async () => {
    const images = gzipSync(Uint8Array.of(0, 0, 8, 3, 0, 0, 0, 2, 0, 0, 0, 1, 0, 0, 0, 2, 1, 2, 3, 4));
    const labels = gzipSync(Uint8Array.of(0, 0, 8, 1, 0, 0, 0, 2, 7, 9));
    const path = folderOf({ 't10k-images-idx3-ubyte.gz': images, 't10k-labels-idx1-ubyte.gz': labels });
    const found = await importDataset({ path, size: null });
    expect([found.subjects, [...found.images.pixels]]).toEqual([
      ['7', '9'],
      [1, 2, 3, 4],
    ]);
    const broken = folderOf({ 'x-idx3-ubyte.gz': images.subarray(0, 20) });
    await expect(importDataset({ path: broken, size: null })).rejects.toThrow(
      /^x-idx3-ubyte\.gz: expected a whole gzip file, found a damaged one/,
    );
  });

  it('that were packed by gzip are refused unless they hold what their sizes announce', async () => {
    const sizes = (...values: number[]): Buffer => {
      const head = Buffer.from([0, 0, 8, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
      values.forEach((value, i) => head.writeUInt32BE(value, 4 + 4 * i));
      return head;
    };
    const reason = async (head: Buffer): Promise<unknown> => {
      const path = folderOf({ 'x-idx3-ubyte.gz': gzipSync(Buffer.concat([head, Buffer.alloc(2 ** 24)])) });
      return importDataset({ path, size: null }).catch(({ message }: Error) => message);
    };
    expect(await reason(sizes(2, 1, 2))).toBe(
      'x-idx3-ubyte.gz: expected 4 bytes for 2 × 1 × 2 IDX numbers, found 16777216.',
    );
    expect(await reason(sizes(65_536, 128, 128))).toBe(
      'x-idx3-ubyte.gz: expected 1073741824 bytes for 65536 × 128 × 128 IDX numbers, found 16777216.',
    );
  });

  it('that would not fit into memory are refused before anything is read', async () => {
    const size = { rows: 40_000, cols: 30_000 };
    await expect(importDataset({ path: folderOf(good), size })).rejects.toThrow(
      '4 images of 40000 × 30000 need 36 GiB; at most 8 GiB',
    );
  });

  it('a single image asks for its folder', async () => {
    const path = join(folderOf({ 'a.pgm': pgm(2, 2, 0) }), 'a.pgm');
    await expect(importDataset({ path, size: null })).rejects.toThrow('a.pgm is one image.');
  });
});

describe('layouts', () => {
  it('ORL is found below a folder of another name', async () => {
    const path = folderOf(
      Object.fromEntries(Object.entries(good).map(([name, bytes]) => [`archive/orl_faces/${name}`, bytes])),
    );
    const { layout, subjects, files } = await importDataset({ path, size: null });
    expect(layout).toBe('orl');
    expect(subjects.at(-1)).toBe('s10');
    expect(files[0]).toBe('archive/orl_faces/s1/1.pgm');
  });

  it('Yale files need no suffix', async () => {
    const path = folderOf({
      'subject01.happy': pgm(2, 2, 1),
      'subject01.sad': pgm(2, 2, 2),
      'subject02.sad': pgm(2, 2, 3),
      'Readme.txt': '',
    });
    const { layout, subjects, attributes, problems } = await importDataset({ path, size: null });
    expect({ layout, subjects, attributes, problems }).toEqual({
      layout: 'yale',
      subjects: ['subject01', 'subject01', 'subject02'],
      attributes: [{ condition: 'happy' }, { condition: 'sad' }, { condition: 'sad' }],
      problems: [],
    });
  });

  it('folders of any names are subjects', async () => {
    const names = ['Ada/a', 'Ada/b', 'Émile/x 1', 'Émile/y', 'Zoë/c', 'Zoë/d'];
    const path = folderOf(Object.fromEntries(names.map((name, n) => [`${name}.pgm`, pgm(2, 2, n)])));
    const { layout, subjects, making } = await importDataset({ path, size: null });
    expect({ layout, subjects }).toEqual({
      layout: 'folders',
      subjects: ['Ada', 'Ada', 'Émile', 'Émile', 'Zoë', 'Zoë'],
    });
    expect(making?.at(-1)).toMatchObject({
      decided: '6 images of 3 subjects, one folder each.',
      recipe: { layout: 'folders' },
    });
  });
});

describe('images resized beside images that are not', () => {
  it('keep their order and values when some are broken', async () => {
    const path = folderOf({
      's1/1.pgm': 'broken',
      's1/2.pgm': pgm(2, 2, 20),
      's1/3.pgm': pgm(4, 4, 30),
      's1/4.pgm': pgm(1, 1, 0).subarray(0, 9),
      's1/5.pgm': pgm(2, 2, 50),
      's2/1.pgm': pgm(6, 3, 60),
    });
    const { images, files } = await importDataset({ path, size: { rows: 2, cols: 2 } });
    expect(files).toEqual(['s1/2.pgm', 's1/3.pgm', 's1/5.pgm', 's2/1.pgm']);
    expect(images.pixels).toEqual(Float64Array.from([20, 30, 50, 60].flatMap((grey) => [grey, grey, grey, grey])));
    expect(images.pixels.buffer.byteLength).toBe(16 * 8);
  });
});
