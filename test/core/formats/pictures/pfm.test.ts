import { describe, expect, it } from 'vitest';
import { decodePfm, isPfm } from '../../../../src/core/formats/pictures/pfm.ts';

/** A file of these numbers, in the order of the file (lowest row first). */
function pfm(header: string, values: readonly number[], little = true): Uint8Array {
  const head = Buffer.from(header, 'latin1');
  const bytes = new Uint8Array(head.length + 4 * values.length);
  bytes.set(head);
  const view = new DataView(bytes.buffer);
  values.forEach((value, i) => view.setFloat32(head.length + 4 * i, value, little));
  return bytes;
}

describe('decodePfm', () => {
  it('reads grey numbers as they are, the lowest row first in the file, in either order of bytes', () => {
    const values = [0.25, 0.5, -1, 300, 4, 5];
    const samples = Float64Array.of(4, 5, -1, 300, 0.25, 0.5);
    for (const [scale, little] of [
      ['-1.0', true],
      ['2.5', false],
    ] as const) {
      const bytes = pfm(`Pf\n2 3\n${scale}\n`, values, little);
      expect(isPfm(bytes)).toBe(true);
      expect(decodePfm(bytes)).toEqual({ rows: 3, cols: 2, channels: 1, maxval: 255, samples });
    }
  });

  it('reads colours side by side', () => {
    const { rows, cols, channels, samples } = decodePfm(pfm('PF 1 2 -1e0\n', [1, 2, 3, 4, 5, 6]));
    expect({ rows, cols, channels }).toEqual({ rows: 2, cols: 1, channels: 3 });
    expect([...samples]).toEqual([4, 5, 6, 1, 2, 3]);
  });

  it.each([
    ['a scale of 0', pfm('Pf\n1 1\n0\n', [1]), 'a scale that is not 0'],
    ['no width', pfm('Pf\n0 1\n-1\n', [1]), 'PFM header'],
    ['a header of words', pfm('Pf\nwide 1\n-1\n', [1]), 'PFM header'],
    ['too few numbers', pfm('Pf\n2 2\n-1\n', [1, 2, 3]), 'expected 16 bytes of pixels, found 12'],
    ['no finite number', pfm('Pf\n1 2\n-1\n', [1, Number.NaN]), 'expected finite numbers, found NaN in row 1'],
    ['a million rows', pfm('Pf\n9999999 9999999\n-1\n', []), 'the file is truncated'],
  ])('refuses %s', (_name, bytes, message) => {
    expect(() => decodePfm(bytes)).toThrow(message);
  });

  it('takes no other portable map for its own', () => {
    expect(isPfm(Buffer.from('P5\n1 1\n255\na'))).toBe(false);
    expect(isPfm(Buffer.from('PFarm'))).toBe(false);
  });
});
