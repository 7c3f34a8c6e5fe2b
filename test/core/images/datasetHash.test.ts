import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { datasetHash } from '../../../src/core/images/datasetHash.ts';

const images = { rows: 1, cols: 2, count: 2, pixels: Float64Array.of(1, 2.5, 0, 255) };

describe('datasetHash', () => {
  it('is the SHA-256 of the documented bytes', () => {
    const bytes = Buffer.concat([
      Buffer.from('eigenbench dataset 1\n'),
      Buffer.from([2, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0]),
      ...[1, 2.5, 0, 255].map((value) => {
        const number = Buffer.alloc(8);
        number.writeDoubleLE(value);
        return number;
      }),
      Buffer.from([2, 0, 0, 0]),
      Buffer.from('s1'),
      Buffer.from([2, 0, 0, 0]),
      Buffer.from('é'),
    ]);
    expect(datasetHash(images, ['s1', 'é'])).toBe(createHash('sha256').update(bytes).digest('hex'));
  });

  it('does not depend on how equal values are stored', () => {
    const pixels = [1, 2, 0, 255];
    expect(datasetHash({ ...images, pixels: Uint8Array.from(pixels) }, ['a', 'b'])).toBe(
      datasetHash({ ...images, pixels: Float64Array.from(pixels) }, ['a', 'b']),
    );
  });

  it('changes with shape, pixels, labels and where one label ends', () => {
    const hashes = [
      datasetHash(images, ['a', 'b']),
      datasetHash({ ...images, rows: 2, cols: 1 }, ['a', 'b']),
      datasetHash({ ...images, pixels: Float64Array.of(1, 2.5, 0, 254) }, ['a', 'b']),
      datasetHash(images, ['a', 'c']),
      datasetHash(images, ['ab', '']),
      datasetHash(images, ['', 'ab']),
    ];
    expect(new Set(hashes).size).toBe(hashes.length);
  });

  it('refuses pixels or labels that do not fit the shape', () => {
    expect(() => datasetHash(images, ['a'])).toThrow(RangeError);
    expect(() => datasetHash({ ...images, cols: 3 }, ['a', 'b'])).toThrow(RangeError);
  });
});
