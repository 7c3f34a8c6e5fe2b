import { describe, expect, it } from 'vitest';
import { base64Of, bytesOf } from '../../../src/core/formats/base64.ts';
import { greyPixels, greyPng } from '../../../src/core/formats/greyPng.ts';

describe('grey images as PNG', () => {
  const pixels = Uint8Array.from({ length: 7 * 5 }, (_, i) => (i * 37) % 256);

  it('are read back pixel by pixel, through base64 too', () => {
    const png = greyPng(7, 5, pixels);
    expect(greyPixels(png)).toEqual({ rows: 7, cols: 5, pixels });
    expect(greyPixels(bytesOf(base64Of(png)))).toEqual({ rows: 7, cols: 5, pixels });
  });

  it('of another kind are refused', () => {
    const png = greyPng(7, 5, pixels);
    const colour = png.slice();
    colour[25] = 2;
    const taller = png.slice();
    taller[23] = 8;
    for (const wrong of [new Uint8Array(0), png.slice(8), colour]) {
      expect(() => greyPixels(wrong)).toThrow(/not a grey image of one byte per pixel/);
    }
    expect(() => greyPixels(taller)).toThrow('expected 48 bytes for 8 × 5, found 42');
  });
});
