// @module-tag processes
/** What image files say besides their pixels, compared with Pillow: test/fixtures/formats/generate_pictures.py. */
import { execFileSync } from 'node:child_process';
import { readFileSync, realpathSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { framesOf, onlyTiffPage } from '../../../../src/core/formats/pictures/frames.ts';
import { decodeImage } from '../../../../src/main/import/decode/decodeImage.ts';
import { importDataset, scanImport } from '../../../../src/main/import/index.ts';
import { readLimited } from '../../../../src/main/import/decode/readLimited.ts';
import { folderOf, pgm } from '../folder.ts';

const fixture = (name: string): Uint8Array =>
  readFileSync(new URL(`../../../fixtures/formats/${name}`, import.meta.url));
const readings = JSON.parse(fixture('readings.json').toString()) as Record<
  string,
  { rows: number; cols: number; frames: number[][] }
>;
const names = Object.keys(readings);

describe('image files', () => {
  it.each(names.filter((name) => name.startsWith('turned')))('%s stands as its orientation says', async (name) => {
    const { rows, cols, frames } = readings[name];
    expect(await decodeImage(fixture(name))).toMatchObject({ rows, cols, pixels: Uint8Array.from(frames[0]) });
  });

  it.each(['floats.tif', 'whole32.tif'])('%s keeps its numbers as grey values', async (name) => {
    const { pixels } = await decodeImage(fixture(name));
    expect(pixels).toEqual(Float64Array.from(readings[name].frames[0]));
    expect(new Set(pixels).size).toBeGreaterThan(50);
  });

  it('a TIFF of floats in colour keeps its numbers, in grey values and colours', async () => {
    const triples = Array.from({ length: 18 }, (_, i) => i / 32);
    const { pixels, colours } = await decodeImage(floatTiff(2, 3, triples), { grey: 'green' });
    expect([...pixels]).toEqual([1, 4, 7, 10, 13, 16].map((i) => i / 32));
    expect([...(colours ?? [])]).toEqual(triples);
  });

  it('a TIFF of floats that are not finite is refused', async () => {
    await expect(decodeImage(floatTiff(1, 1, [0.5, Number.NaN, 1]))).rejects.toThrow(
      'expected finite grey values, found NaN',
    );
  });

  it.each(['cmyk.jpg', 'cmyk.tif'])('%s has the colours that Pillow makes of its inks', async (name) => {
    const { colours } = await decodeImage(fixture(name));
    expect(colours).toEqual(Uint8Array.from(readings[name].frames[0]));
  });

  it.each(['frames.gif', 'frames.tif', 'frames.webp'])('%s gives each of its frames', async (name) => {
    const bytes = fixture(name);
    expect(framesOf(bytes)).toEqual([0, 1, 2]);
    for (const frame of framesOf(bytes)) {
      const { pixels } = await decodeImage(bytes, { frame });
      expect(pixels).toEqual(Uint8Array.from(readings[name].frames[frame]));
    }
  });

  it('a page of a TIFF is decoded from a file of that page alone, which no other page slows down', async () => {
    const bytes = new Uint8Array(fixture('frames.tif'));
    const before = bytes.slice();
    for (const page of [0, 1, 2]) {
      const only = onlyTiffPage(bytes, page)!;
      expect(framesOf(only)).toEqual([0]);
      expect((await decodeImage(only)).pixels).toEqual(Uint8Array.from(readings['frames.tif'].frames[page]));
    }
    expect(onlyTiffPage(bytes, 3)).toBeNull();
    expect(onlyTiffPage(new Uint8Array(fixture('grey.tif')), 0)).toBeNull();
    expect(bytes).toEqual(before);
    await expect(decodeImage(bytes, { frame: 3 })).rejects.toThrow('does not contain page 3');
    // What lies behind a page is not read for it: this directory would be damaged.
    const broken = bytes.slice();
    broken.fill(0xff, 1034, 1142);
    expect((await decodeImage(broken, { frame: 1 })).pixels).toEqual(Uint8Array.from(readings['frames.tif'].frames[1]));
  });

  it.each(['grey.gif', 'grey.tif', 'colour.webp', 'grey.png', 'cmyk.jpg'])('%s holds one frame', (name) => {
    expect(framesOf(fixture(name))).toEqual([0]);
  });

  it.each(['frames.gif', 'frames.tif', 'frames.webp'])('%s cut anywhere or with a loop ends its count', (name) => {
    const bytes = fixture(name);
    for (let length = 0; length < bytes.length; length += 7) framesOf(bytes.subarray(0, length));
    const looped = Uint8Array.from(bytes);
    const view = new DataView(looped.buffer);
    const first = view.getUint32(4, true);
    if (name.endsWith('tif')) view.setUint32(first + 2 + 12 * view.getUint16(first, true), first, true);
    expect(framesOf(looped).length).toBeLessThanOrEqual(3);
  });
});

describe('files of several frames', () => {
  it('give an image per frame, with its number', async () => {
    const single = await decodeImage(fixture('turned1.jpg'));
    const path = folderOf({
      'anna/a.tif': fixture('frames.tif'),
      'anna/b.jpg': fixture('turned1.jpg'),
      'bob/c.gif': fixture('frames.gif'),
    });
    const recipe = { layout: 'folders' };
    const { files, subjects, attributes, images, problems } = await importDataset({ path, size: null, recipe });
    expect(problems).toEqual([]);
    expect(files).toEqual([
      ...['anna/a.tif#1', 'anna/a.tif#2', 'anna/a.tif#3', 'anna/b.jpg'],
      ...['bob/c.gif#1', 'bob/c.gif#2', 'bob/c.gif#3'],
    ]);
    expect(subjects).toEqual(['anna', 'anna', 'anna', 'anna', 'bob', 'bob', 'bob']);
    expect(attributes.map(({ frame }) => frame)).toEqual(['1', '2', '3', undefined, '1', '2', '3']);
    const { frames } = readings['frames.tif'];
    expect([...images.pixels]).toEqual([...frames.flat(), ...single.pixels, ...readings['frames.gif'].frames.flat()]);
    expect((await scanImport(path)).images).toBe(7);
  });
});

describe('opening a file', () => {
  it('never waits for a pipe', async () => {
    const path = join(folderOf({ 'a.pgm': pgm(1, 1, 0) }), 'pipe.csv');
    execFileSync('mkfifo', [path]);
    await expect(readLimited(path, 100)).rejects.toThrow('it is a pipe, socket or device');
    await expect(readLimited('/dev/zero', 100)).rejects.toThrow('it is a pipe, socket or device');
  });

  it('refuses folders, empty and long files, and what lies outside', async () => {
    const path = folderOf({ 'in/short.txt': 'abc', 'in/empty.txt': '', 'out.txt': 'secret' });
    symlinkSync('../out.txt', join(path, 'in/link.txt'));
    const within = [realpathSync(join(path, 'in'))];
    expect(await readLimited(join(path, 'in/short.txt'), 3, undefined, within)).toHaveLength(3);
    await expect(readLimited(join(path, 'in/short.txt'), 2)).rejects.toThrow('at most 2 bytes, found a file of 3');
    await expect(readLimited(join(path, 'in/empty.txt'), 2)).rejects.toThrow('the file is empty');
    await expect(readLimited(join(path, 'in'), 2)).rejects.toThrow('it is a folder');
    await expect(readLimited(join(path, 'in/link.txt'), 100, undefined, within)).rejects.toThrow(
      'it links to a place outside the folders that may be read',
    );
    expect(await readLimited(join(path, 'in/link.txt'), 100)).toHaveLength(6);
  });
});

/** An uncompressed little-endian TIFF of RGB triples as 32-bit floats. */
function floatTiff(rows: number, cols: number, triples: readonly number[]): Uint8Array {
  const entries: readonly (readonly [tag: number, type: number, count: number, value: number])[] = [
    [256, 3, 1, cols],
    [257, 3, 1, rows],
    [258, 3, 3, 134],
    [259, 3, 1, 1],
    [262, 3, 1, 2],
    [273, 4, 1, 146],
    [277, 3, 1, 3],
    [278, 3, 1, rows],
    [279, 4, 1, 4 * triples.length],
    [339, 3, 3, 140],
  ];
  const view = new DataView(new ArrayBuffer(146 + 4 * triples.length));
  view.setUint32(0, 0x2a4949, true);
  view.setUint32(4, 8, true);
  view.setUint16(8, entries.length, true);
  entries.forEach(([tag, type, count, value], n) => {
    view.setUint16(10 + 12 * n, tag, true);
    view.setUint16(12 + 12 * n, type, true);
    view.setUint32(14 + 12 * n, count, true);
    view.setUint32(18 + 12 * n, value, true);
  });
  [32, 32, 32, 3, 3, 3].forEach((value, i) => view.setUint16(134 + 2 * i, value, true));
  triples.forEach((value, i) => view.setFloat32(146 + 4 * i, value, true));
  return new Uint8Array(view.buffer);
}
