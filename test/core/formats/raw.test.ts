import { describe, expect, it } from 'vitest';
import { FormatError } from '../../../src/core/formats/formatError.ts';
import { decodeRaw, type RawOptions } from '../../../src/core/formats/raw.ts';

const base: RawOptions = { rows: 1, cols: 2, channels: 3, order: 'interleaved', header: 0, bits: 8 };

describe('decodeRaw', () => {
  it('gives interleaved samples whatever their order in the file', () => {
    const bytes = Uint8Array.of(1, 2, 3, 4, 5, 6);
    expect(decodeRaw(bytes, base).samples).toEqual(Uint8Array.of(1, 2, 3, 4, 5, 6));
    expect(decodeRaw(bytes, { ...base, order: 'planar' }).samples).toEqual(Uint8Array.of(1, 3, 5, 2, 4, 6));
  });

  it('passes over a header, and reads 16 bits little-endian from any place', () => {
    const bytes = Uint8Array.of(9, 0, 1, 2, 0);
    expect(decodeRaw(bytes, { ...base, channels: 1, header: 1, bits: 16 })).toMatchObject({
      maxval: 65535,
      samples: Uint16Array.of(256, 2),
    });
  });

  it('refuses a file that is too short or too long, in one sentence', () => {
    for (const length of [5, 7]) {
      expect(() => decodeRaw(new Uint8Array(length), base)).toThrow(FormatError);
      expect(() => decodeRaw(new Uint8Array(length), base)).toThrow(
        `expected 6 bytes for 1 × 2 raw pixels of 3 × 8 bits behind 0 bytes, found ${length}`,
      );
    }
  });
});
