import { describe, expect, it } from 'vitest';
import { FormatError } from '../../../src/core/formats/formatError.ts';
import { decodeIdx } from '../../../src/core/formats/idx.ts';

const idx = (type: number, dims: readonly number[], data: readonly number[]): Uint8Array => {
  const sizes = dims.flatMap((size) => [(size >>> 24) & 255, (size >>> 16) & 255, (size >>> 8) & 255, size & 255]);
  return Uint8Array.from([0, 0, type, dims.length, ...sizes, ...data]);
};

describe('IDX', () => {
  it.each([
    ['unsigned bytes', 0x08, [1, 255], [1, 255]],
    ['signed bytes', 0x09, [1, 255], [1, -1]],
    ['shorts', 0x0b, [1, 0, 255, 254], [256, -2]],
    ['integers', 0x0c, [0, 1, 0, 0, 255, 255, 255, 255], [65536, -1]],
    ['floats', 0x0d, [0x3f, 0xc0, 0, 0, 0xc0, 0, 0, 0], [1.5, -2]],
    ['doubles', 0x0e, [0x3f, 0xf8, 0, 0, 0, 0, 0, 0, 0xc0, 0, 0, 0, 0, 0, 0, 0], [1.5, -2]],
  ])('reads %s, most significant byte first', (_, type, bytes, values) => {
    const { dims, data } = decodeIdx(idx(type, [1, 2], bytes));
    expect({ dims, data: [...data] }).toEqual({ dims: [1, 2], data: values });
  });

  it.each([
    ['another magic', Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8), 'expected an IDX file (0 0 type rank), found other bytes'],
    ['an unknown type', idx(0x0a, [1], [1]), 'expected an IDX file (0 0 type rank), found other bytes'],
    ['a number missing', idx(0x08, [2, 2], [1, 2, 3]), 'expected 4 bytes for 2 × 2 IDX numbers, found 3'],
    ['a number too many', idx(0x08, [2], [1, 2, 3]), 'expected 2 bytes for 2 IDX numbers, found 3'],
    ['2^96 numbers claimed', idx(0x08, [2 ** 32 - 1, 2 ** 32 - 1, 2 ** 32 - 1], [1]), FormatError],
    ['sizes cut off', Uint8Array.of(0, 0, 8, 3, 0, 0, 0, 1), 'expected 3 IDX sizes, found the end of the file'],
  ])('with %s is refused in one sentence', (_, file, message) => {
    expect(() => decodeIdx(file)).toThrow(FormatError);
    expect(() => decodeIdx(file)).toThrow(message);
  });
});
