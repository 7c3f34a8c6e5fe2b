import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { stream } from '../../../../src/core/random/stream.ts';
import { decodePlainPng } from '../../../../src/main/import/decode/plainPng.ts';

const random = stream('plain png');

/** Smooth enough that encoders choose every filter, and not so smooth that they choose one. */
function samples(rows: number, cols: number, channels: number, most: number): number[] {
  return Array.from({ length: rows * cols * channels }, (_, i) => {
    const [r, c] = [Math.floor(i / channels / cols), Math.floor(i / channels) % cols];
    const value = 0.5 + 0.3 * Math.sin(r / 5 + (i % channels)) + 0.15 * Math.cos(c / 3) + 0.02 * random.normal();
    return Math.round(Math.min(1, Math.max(0, value)) * most);
  });
}

describe('decodePlainPng', () => {
  it.each([1, 2, 3, 4] as const)('gives the bytes of an image of %i channels', async (channels) => {
    const [rows, cols] = [37, 29];
    const expected = Uint8Array.from(samples(rows, cols, channels, 255));
    const raw = sharp(expected, { raw: { width: cols, height: rows, channels } });
    for (const adaptiveFiltering of [false, true]) {
      const png = await raw
        .clone()
        .toColourspace(channels < 3 ? 'b-w' : 'srgb')
        .png({ adaptiveFiltering })
        .toBuffer();
      expect(decodePlainPng(png)).toEqual({ rows, cols, channels, maxval: 255, samples: expected });
    }
  });

  it('gives the words of an image of 16 bits', async () => {
    const expected = Uint16Array.from(samples(9, 8, 1, 65535));
    const raw = sharp(expected, { raw: { width: 8, height: 9, channels: 1 } }).toColourspace('grey16');
    const png = await raw.png({ adaptiveFiltering: true }).toBuffer();
    expect(decodePlainPng(png)).toEqual({ rows: 9, cols: 8, channels: 1, maxval: 65535, samples: expected });
  });

  it('leaves palettes, few bits, interlaced, large, damaged and truncated files to others', async () => {
    const bits = readFileSync(new URL('../../../fixtures/formats/bits.png', import.meta.url));
    expect(decodePlainPng(bits)).toBeNull();
    const raw = sharp(Uint8Array.from(samples(20, 20, 3, 255)), { raw: { width: 20, height: 20, channels: 3 } });
    expect(decodePlainPng(await raw.clone().png({ palette: true }).toBuffer())).toBeNull();
    expect(decodePlainPng(await raw.clone().png({ progressive: true }).toBuffer())).toBeNull();
    const large = sharp(new Uint8Array(513 * 512), { raw: { width: 513, height: 512, channels: 1 } });
    expect(decodePlainPng(await large.toColourspace('b-w').png().toBuffer())).toBeNull();
    const png = await raw.png().toBuffer();
    expect(decodePlainPng(png)).not.toBeNull();
    for (let at = 8; at < png.length; at++) {
      const damaged = Buffer.from(png);
      damaged[at] ^= 0x40;
      expect(decodePlainPng(damaged)).toBeNull();
    }
    for (let length = 0; length < png.length; length += 7) expect(decodePlainPng(png.subarray(0, length))).toBeNull();
  });
});
