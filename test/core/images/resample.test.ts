import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { resizeArea } from '../../../src/core/images/resample.ts';

const bytes = fc
  .record({ rows: fc.integer({ min: 1, max: 9 }), cols: fc.integer({ min: 1, max: 9 }) })
  .chain(({ rows, cols }) =>
    fc
      .array(fc.integer({ min: 0, max: 255 }), { minLength: rows * cols, maxLength: rows * cols })
      .map((pixels) => ({ rows, cols, pixels })),
  );
const side = fc.integer({ min: 1, max: 11 });
const mean = (values: ArrayLike<number>): number =>
  Array.from(values).reduce((sum, value) => sum + value, 0) / values.length;

describe('resizeArea', () => {
  it('averages the blocks of a whole ratio', () => {
    const image = { rows: 2, cols: 4, pixels: [1, 3, 10, 20, 5, 7, 30, 40] };
    expect([...resizeArea(image, 1, 2)]).toEqual([4, 25]);
  });

  it('splits pixels where the ratio is no whole number', () => {
    // Three pixels to two: each new one covers one and a half old ones.
    expect([...resizeArea({ rows: 1, cols: 3, pixels: [0, 30, 90] }, 1, 2)]).toEqual([10, 70]);
  });

  it('gives the same image at the same size', () => {
    fc.assert(
      fc.property(bytes, (image) => {
        expect([...resizeArea(image, image.rows, image.cols)]).toEqual(image.pixels);
      }),
      { seed: 5 },
    );
  });

  it('repeats pixels when enlarging by a whole ratio', () => {
    expect([...resizeArea({ rows: 1, cols: 2, pixels: [4, 9] }, 2, 4)]).toEqual([4, 4, 9, 9, 4, 4, 9, 9]);
  });

  it('keeps the mean grey value and stays within the range of the image', () => {
    fc.assert(
      fc.property(bytes, side, side, (image, rows, cols) => {
        const resized = resizeArea(image, rows, cols);
        expect(Math.abs(mean(resized) - mean(image.pixels))).toBeLessThan(1e-11);
        expect(Math.min(...resized)).toBeGreaterThanOrEqual(Math.min(...image.pixels));
        expect(Math.max(...resized)).toBeLessThanOrEqual(Math.max(...image.pixels));
      }),
      { seed: 5 },
    );
  });

  it('is exactly the same for the transposed image', () => {
    const transpose = ({ rows, cols, pixels }: { rows: number; cols: number; pixels: ArrayLike<number> }): number[] =>
      Array.from({ length: rows * cols }, (_, i) => pixels[(i % rows) * cols + Math.floor(i / rows)]);
    fc.assert(
      fc.property(bytes, side, side, (image, rows, cols) => {
        const upright = { rows, cols, pixels: resizeArea(image, rows, cols) };
        const turned = resizeArea({ rows: image.cols, cols: image.rows, pixels: transpose(image) }, cols, rows);
        expect([...turned]).toEqual(transpose(upright));
      }),
      { seed: 5 },
    );
  });

  it('refuses sides below 1 and pixels that do not fit the shape', () => {
    expect(() => resizeArea({ rows: 1, cols: 2, pixels: [1, 2] }, 0, 1)).toThrow(RangeError);
    expect(() => resizeArea({ rows: 2, cols: 2, pixels: [1, 2] }, 1, 1)).toThrow(RangeError);
  });
});
