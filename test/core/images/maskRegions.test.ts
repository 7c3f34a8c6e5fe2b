import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { maskRegions, regionPixels } from '../../../src/core/images/maskRegions.ts';

describe('regions of a mask', () => {
  it('cover exactly its pixels, none twice', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(0, 255), { minLength: 7 * 6, maxLength: 7 * 6 }), (mask) => {
        const regions = maskRegions(mask, 7, 6);
        const area = regions.reduce((sum, { rows, cols }) => sum + (rows[1] - rows[0]) * (cols[1] - cols[0]), 0);
        const pixels = [...regionPixels(regions, 6)];
        expect(pixels).toEqual(mask.flatMap((value, pixel) => (value === 0 ? [] : [pixel])));
        expect(area).toBe(pixels.length);
      }),
    );
  });

  it('are one rectangle where the mask is one', () => {
    const mask = Array.from({ length: 20 }, (_, i) => Number([6, 7, 11, 12].includes(i)));
    expect(maskRegions(mask, 4, 5)).toEqual([{ rows: [1, 3], cols: [1, 3] }]);
    expect(maskRegions(new Uint8Array(20), 4, 5)).toEqual([]);
  });

  it('may overlap where they are given: a pixel counts once', () => {
    const regions = [
      { rows: [0, 2], cols: [0, 2] },
      { rows: [1, 3], cols: [1, 3] },
    ] as const;
    expect([...regionPixels(regions, 4)]).toEqual([0, 1, 4, 5, 6, 9, 10]);
  });
});
