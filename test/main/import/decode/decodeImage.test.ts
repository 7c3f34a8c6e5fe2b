import { readFileSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { FormatError } from '../../../../src/core/formats/formatError.ts';
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

  it.each([
    ['a container', Uint8Array.of(0, 0, 0, 12, 0x6a, 0x50, 0x20, 0x20, 0x0d, 0x0a, 0x87, 0x0a, 0, 0, 0, 20)],
    ['a codestream', Uint8Array.of(0xff, 0x4f, 0xff, 0x51, 0, 47)],
  ])('says of JPEG 2000, %s, what converts it', async (_name, bytes) => {
    await expect(decodeImage(bytes)).rejects.toThrow(/^JPEG 2000 is not read: convert it .*opj_decompress/);
  });

  it('reads PFM as it is', async () => {
    const numbers = Buffer.from(Float32Array.of(0.5, 2, -3, 400).buffer);
    const image = await decodeImage(Buffer.concat([Buffer.from('Pf\n2 2\n-1.0\n'), numbers]));
    expect(image).toMatchObject({ rows: 2, cols: 2, pixels: Float64Array.of(-3, 400, 0.5, 2), colours: null });
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
        name.endsWith('png')
          ? /^expected a whole PNG image, found one that is cut off after [\d.]+ (bytes|kB)$/
          : /^expected a readable (GIF|TIFF|WebP) image, found a damaged one \(.+\)$/,
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
