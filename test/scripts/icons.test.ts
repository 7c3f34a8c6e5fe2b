/** The containers of icons, read back by their formats: ICO by Microsoft's, ICNS by Apple's. */
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { drawIcon, icns, ico } from '../../scripts/icons.ts';

const sides = [16, 256];
const pictures = await Promise.all(sides.map(async (side) => ({ side, png: await drawIcon(side) })));

describe('the icon', () => {
  it('is drawn at every size, with round corners', async () => {
    for (const { side, png } of pictures) {
      const { data, info } = await sharp(png).raw().toBuffer({ resolveWithObject: true });
      expect([info.width, info.height, info.channels]).toEqual([side, side, 4]);
      const alpha = (row: number, col: number): number => data[(row * side + col) * 4 + 3];
      expect([alpha(0, 0), alpha(side / 2, 2), alpha(side - 1, side - 1)]).toEqual([0, 255, 0]);
    }
  });

  it('of macOS has an empty margin', async () => {
    const { data } = await sharp(await drawIcon(64, 0.1))
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect([data[(32 * 64 + 3) * 4 + 3], data[(32 * 64 + 9) * 4 + 3]]).toEqual([0, 255]);
  });

  it('is found in the Windows container at the places that its directory names', async () => {
    const file = Buffer.from(ico(pictures));
    expect([file.readUInt16LE(0), file.readUInt16LE(2), file.readUInt16LE(4)]).toEqual([0, 1, 2]);
    let end = 6 + 16 * pictures.length;
    for (const [n, { side, png }] of pictures.entries()) {
      const entry = file.subarray(6 + 16 * n, 22 + 16 * n);
      expect([entry[0], entry[1], entry.readUInt16LE(6)]).toEqual([side % 256, side % 256, 32]);
      const [length, place] = [entry.readUInt32LE(8), entry.readUInt32LE(12)];
      expect(place).toBe(end);
      expect(file.subarray(place, place + length)).toEqual(Buffer.from(png));
      end = place + length;
    }
    expect(file.length).toBe(end);
  });

  it('is found in the macOS container chunk by chunk', () => {
    const types = ['icp4', 'ic08'];
    const file = Buffer.from(icns(pictures.map(({ png }, n) => ({ type: types[n], png }))));
    expect([file.toString('latin1', 0, 4), file.readUInt32BE(4)]).toEqual(['icns', file.length]);
    let at = 8;
    for (const [n, { png }] of pictures.entries()) {
      expect(file.toString('latin1', at, at + 4)).toBe(types[n]);
      const length = file.readUInt32BE(at + 4);
      expect(file.subarray(at + 8, at + length)).toEqual(Buffer.from(png));
      at += length;
    }
    expect(at).toBe(file.length);
  });
});
