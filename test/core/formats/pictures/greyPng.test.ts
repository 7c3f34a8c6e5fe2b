import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { greyPng } from '../../../../src/core/formats/pictures/greyPng.ts';

describe('grey images as PNG', () => {
  it('are read back pixel by pixel by another reader', async () => {
    const pixels = Uint8Array.from({ length: 7 * 5 }, (_, i) => (i * 37) % 256);
    const { data, info } = await sharp(greyPng(7, 5, pixels))
      .toColourspace('b-w')
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect(info).toMatchObject({ height: 7, width: 5, channels: 1 });
    expect([...data]).toEqual([...pixels]);
  });

  it('take one byte per pixel', () => {
    expect(() => greyPng(2, 3, new Uint8Array(5))).toThrow('expected 6 bytes for 2 × 3, found 5');
  });
});
