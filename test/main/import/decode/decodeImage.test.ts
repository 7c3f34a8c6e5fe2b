import { readFileSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { FormatError } from '../../../../src/core/formats/error.ts';
import { greyOf } from '../../../../src/core/images/grey.ts';
import { decodeImage } from '../../../../src/main/import/decode/decodeImage.ts';
import { pgm } from '../folder.ts';

const fixture = (name: string): Uint8Array =>
  readFileSync(new URL(`../../../fixtures/formats/${name}`, import.meta.url));
const pictures = JSON.parse(fixture('pictures.json').toString()) as Record<
  'grey' | 'colour' | 'palette' | 'deep',
  number[]
>;

const grey = Uint8Array.from(pictures.grey);
const fromColour = (samples: readonly number[]): unknown =>
  greyOf({ count: 30, channels: 3, maxval: 255, samples: Uint8Array.from(samples) });

describe('decodeImage', () => {
  it.each([
    ['grey.png', grey],
    ['grey.gif', grey],
    ['grey.tif', grey],
    ['grey.bmp', grey],
    ['bits.png', grey.map((value) => (value > 127 ? 255 : 0))],
    ['colour.png', fromColour(pictures.colour)],
    ['colour.tif', fromColour(pictures.colour)],
    ['colour.webp', fromColour(pictures.colour)],
    ['colour.bmp', fromColour(pictures.colour)],
    ['alpha.png', fromColour(pictures.colour)],
    ['palette.bmp', fromColour(pictures.palette)],
    ['deep.png', Float64Array.from(pictures.deep, (value) => (value * 255) / 65535)],
    ['deep.tif', Float64Array.from(pictures.deep, (value) => (value * 255) / 65535)],
  ])('%s has the pixels that Pillow wrote, whatever its name', async (name, pixels) => {
    expect(await decodeImage(fixture(name))).toMatchObject({ rows: 6, cols: 5, pixels });
  });

  it('reads PGM', async () => {
    expect(await decodeImage(pgm(2, 3, 7))).toMatchObject({ rows: 2, cols: 3 });
  });

  it.each(['grey.png', 'grey.gif', 'colour.tif', 'colour.webp', 'deep.png'])(
    '%s without its last third is refused, not half read',
    async (name) => {
      const bytes = fixture(name);
      const attempt = decodeImage(bytes.subarray(0, Math.floor((bytes.length * 2) / 3)));
      await expect(attempt).rejects.toThrow(FormatError);
      await expect(attempt).rejects.toThrow(
        /^expected a readable (PNG|GIF|TIFF|WebP) image, found a damaged one \(.+\)$/,
      );
    },
  );

  it('a PNG header that claims 10⁹ pixels is refused before they are allocated', async () => {
    const bytes = Buffer.from(fixture('grey.png'));
    bytes.writeUInt32BE(100_000, 16);
    bytes.writeUInt32BE(10_000, 20);
    bytes.writeUInt32BE(crc32(bytes.subarray(12, 29)), 29);
    const before = process.memoryUsage().rss;
    await expect(decodeImage(bytes)).rejects.toThrow(/exceeds pixel limit/i);
    expect(process.memoryUsage().rss - before).toBeLessThan(300 * 2 ** 20);
  });

  it.each([
    ['a vector drawing', '<svg xmlns="http://www.w3.org/2000/svg" width="5" height="5"/>'],
    ['a PDF', '%PDF-1.4'],
    ['text', 'hello'],
    ['nothing', ''],
  ])('%s is no image', async (_, text) => {
    await expect(decodeImage(Buffer.from(text))).rejects.toThrow(/^expected a PGM, .* found an unknown format$/);
  });
});
