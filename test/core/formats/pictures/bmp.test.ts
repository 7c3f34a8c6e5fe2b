import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { decodeBmp } from '../../../../src/core/formats/pictures/bmp.ts';
import { FormatError } from '../../../../src/core/formats/formatError.ts';

const fixture = (name: string): Uint8Array =>
  readFileSync(new URL(`../../../fixtures/formats/${name}`, import.meta.url));
const pictures = JSON.parse(fixture('pictures.json').toString()) as Record<'grey' | 'colour' | 'palette', number[]>;

interface Writing {
  readonly cols: number;
  readonly rows: number;
  readonly bits: number;
  readonly compression?: number;
  readonly palette?: readonly number[];
  readonly masks?: readonly number[];
  readonly data: readonly number[];
}

/** A bitmap with a 40-byte header; palette as R, G, B triples. */
function bmp({ cols, rows, bits, compression = 0, palette = [], masks = [], data }: Writing): Uint8Array {
  const table = [...masks.flatMap((mask) => [mask & 255, (mask >> 8) & 255, (mask >> 16) & 255, mask >>> 24])];
  for (let i = 0; i < palette.length; i += 3) table.push(palette[i + 2], palette[i + 1], palette[i], 0);
  const header = Buffer.alloc(54);
  header.write('BM');
  header.writeUInt32LE(54 + table.length, 10);
  header.writeUInt32LE(40, 14);
  header.writeInt32LE(cols, 18);
  header.writeInt32LE(rows, 22);
  header.writeUInt16LE(1, 26);
  header.writeUInt16LE(bits, 28);
  header.writeUInt32LE(compression, 30);
  header.writeUInt32LE(palette.length / 3, 46);
  return Buffer.concat([header, Buffer.from(table), Buffer.from(data)]);
}

/** Four greys with the palette index in the red channel. */
const PALETTE = [0, 9, 9, 1, 9, 9, 2, 9, 9, 3, 9, 9];
const red = (file: Uint8Array): number[] => [...decodeBmp(file).samples].filter((_, i) => i % 3 === 0);

describe('BMP', () => {
  it.each([
    ['grey.bmp', pictures.grey.flatMap((value) => [value, value, value])],
    ['colour.bmp', pictures.colour],
    ['palette.bmp', pictures.palette],
  ])('%s from Pillow has its pixels', (name, samples) => {
    expect(decodeBmp(fixture(name))).toEqual({
      rows: 6,
      cols: 5,
      channels: 3,
      maxval: 255,
      samples: Uint8Array.from(samples),
    });
  });

  it('rows come from the bottom, or from the top where the height is negative', () => {
    const content = { cols: 1, bits: 8, palette: PALETTE, data: [1, 0, 0, 0, 2, 0, 0, 0] };
    expect(red(bmp({ ...content, rows: 2 }))).toEqual([2, 1]);
    expect(red(bmp({ ...content, rows: -2 }))).toEqual([1, 2]);
  });

  it('1-bit and 4-bit pixels are packed from the left', () => {
    expect(
      red(bmp({ cols: 9, rows: 1, bits: 1, palette: PALETTE.slice(0, 6), data: [0b10110000, 0b10000000, 0, 0] })),
    ).toEqual([1, 0, 1, 1, 0, 0, 0, 0, 1]);
    expect(red(bmp({ cols: 3, rows: 1, bits: 4, palette: PALETTE, data: [0x12, 0x30, 0, 0] }))).toEqual([1, 2, 3]);
  });

  it('16-bit pixels have 5 bits a channel or follow their masks', () => {
    const content = { cols: 1, rows: 1, bits: 16, data: [0xff, 0x03, 0, 0] };
    expect([...decodeBmp(bmp(content)).samples]).toEqual([0, 255, 255]);
    expect([...decodeBmp(bmp({ ...content, compression: 3, masks: [0xf800, 0x7e0, 0x1f] })).samples]).toEqual([
      0, 125, 255,
    ]);
  });

  it('32-bit pixels follow masks that reach the sign bit', () => {
    const masks = [0xff000000, 0xff0000, 0xff00];
    expect([
      ...decodeBmp(bmp({ cols: 1, rows: 1, bits: 32, compression: 3, masks, data: [4, 3, 2, 255] })).samples,
    ]).toEqual([255, 2, 3]);
  });

  it('8-bit runs, literal pixels, deltas and line ends are followed', () => {
    // Row 0 (bottom): run 2 × 1, literal 2 3 1 (padded). Row 1: delta right 2, run 1 × 3. End.
    const data = [2, 1, 0, 3, 2, 3, 1, 0, 0, 0, 0, 2, 2, 0, 1, 3, 0, 1];
    expect(red(bmp({ cols: 5, rows: 2, bits: 8, compression: 1, palette: PALETTE, data }))).toEqual([
      0, 0, 3, 0, 0, 1, 1, 2, 3, 1,
    ]);
  });

  it('4-bit runs alternate between two colours', () => {
    const data = [3, 0x12, 0, 3, 0x31, 0x20, 0, 1];
    expect(red(bmp({ cols: 6, rows: 1, bits: 4, compression: 2, palette: PALETTE, data }))).toEqual([1, 2, 1, 3, 1, 2]);
  });

  const base = { cols: 2, rows: 1, bits: 8, palette: PALETTE };
  it.each([
    ['other bytes', Buffer.from('this is no bitmap, though long enough'), 'expected a BMP image, found other bytes'],
    ['pixels missing', bmp({ ...base, data: [1] }), 'expected 4 bytes of BMP pixels, found 1: the file is truncated'],
    [
      '10⁹ pixels claimed',
      bmp({ ...base, cols: 100_000, rows: 10_000, data: [1] }),
      /expected 1000000000 bytes of BMP pixels, found 1/,
    ],
    [
      '10⁹ run-length pixels claimed',
      bmp({ ...base, cols: 100_000, rows: 10_000, compression: 1, data: [1, 1] }),
      /expected runs for/,
    ],
    ['no width', bmp({ ...base, cols: 0, data: [] }), /expected BMP sides of 1 … 100000, found 1 × 0/],
    [
      'a colour beyond the palette',
      bmp({ ...base, data: [1, 4, 0, 0] }),
      'expected BMP colours below 4, found colour 4',
    ],
    ['an unknown compression', bmp({ ...base, compression: 4, data: [1] }), /found 8 bits with compression 4/],
    [
      'a run beyond the image',
      bmp({ ...base, compression: 1, data: [3, 1, 0, 1] }),
      /expected BMP runs within 1 × 2, found one beyond/,
    ],
    ['no end mark', bmp({ ...base, compression: 1, data: [2, 1] }), /expected the end mark of BMP runs/],
    [
      'an empty mask',
      bmp({ ...base, bits: 16, palette: [], compression: 3, masks: [0, 1, 2], data: [0, 0, 0, 0] }),
      /expected a BMP bit mask/,
    ],
  ])('with %s is refused in one sentence', (_, file, message) => {
    expect(() => decodeBmp(file)).toThrow(FormatError);
    expect(() => decodeBmp(file)).toThrow(message);
  });
});
