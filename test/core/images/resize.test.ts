import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { resizeSmooth, type SmoothFilter } from '../../../src/core/images/resize.ts';

interface Fixture {
  readonly rows: number;
  readonly cols: number;
  readonly pixels: number[];
  readonly resized: readonly {
    readonly filter: SmoothFilter;
    readonly rows: number;
    readonly cols: number;
    readonly pixels: number[];
  }[];
}

const fixture = JSON.parse(
  readFileSync(new URL('../../fixtures/formats/resized.json', import.meta.url), 'utf8'),
) as Fixture;
const filters: readonly SmoothFilter[] = ['bilinear', 'bicubic'];

/** How many new pixels from the border the kernel reaches over the edge of the old image. */
function border(from: number, to: number, filter: SmoothFilter): number {
  return Math.ceil((filter === 'bilinear' ? 1 : 2) * Math.max(1, to / from));
}

describe('resizeSmooth', () => {
  it.each(fixture.resized.map((one) => [one.filter, one.rows, one.cols, one.pixels] as const))(
    '%s to %i × %i agrees with Pillow away from the borders',
    (filter, rows, cols, expected) => {
      const pixels = resizeSmooth(fixture, rows, cols, filter);
      const up = border(fixture.rows, rows, filter);
      const left = border(fixture.cols, cols, filter);
      let compared = 0;
      for (let r = up; r < rows - up; r++) {
        for (let c = left; c < cols - left; c++, compared++) {
          expect(Math.abs(pixels[r * cols + c] - expected[r * cols + c])).toBeLessThan(2e-3);
        }
      }
      expect(compared).toBeGreaterThan(50);
    },
  );

  it('halves a line of pixels with the weights of imresize, mirrored at the borders', () => {
    // Stretched to twice its width the bilinear kernel has the weights 1 3 3 1 around each new centre.
    const pixels = resizeSmooth({ rows: 1, cols: 6, pixels: [8, 16, 32, 64, 128, 0] }, 1, 3, 'bilinear');
    expect([...pixels]).toEqual([
      (8 + 3 * 8 + 3 * 16 + 32) / 8,
      (16 + 3 * 32 + 3 * 64 + 128) / 8,
      (64 + 3 * 128 + 0 + 0) / 8,
    ]);
  });

  it.each(filters)('%s gives the same image at the same size and keeps a constant image', (filter) => {
    expect([...resizeSmooth(fixture, 40, 30, filter)]).toEqual(fixture.pixels);
    const constant = resizeSmooth({ rows: 7, cols: 5, pixels: new Array(35).fill(42) }, 3, 11, filter);
    expect(constant.every((value) => Math.abs(value - 42) < 1e-12)).toBe(true);
  });

  it.each(filters)('%s is symmetric: the mirrored image gives the mirrored result', (filter) => {
    const line = [3, 1, 4, 1, 5, 9, 2, 6];
    const forth = resizeSmooth({ rows: 1, cols: 8, pixels: line }, 1, 3, filter);
    const back = resizeSmooth({ rows: 1, cols: 8, pixels: line.toReversed() }, 1, 3, filter);
    forth.forEach((value, i) => expect(Math.abs(value - back[2 - i])).toBeLessThan(1e-12));
  });

  it.each(filters)('%s reduces an image to one pixel, far beyond its borders', (filter) => {
    const [value] = resizeSmooth({ rows: 2, cols: 2, pixels: [0, 10, 20, 30] }, 1, 1, filter);
    expect(value).toBeCloseTo(15, 10);
  });
});
