import { describe, expect, it } from 'vitest';
import { canvasOf, fittedShape, MOST_SIDE, onCanvas } from '../../../src/core/images/canvas.ts';

describe('a canvas', () => {
  it('reduces what is too large, in proportion, and nothing else', () => {
    const canvas = { rows: 60, cols: 80 };
    expect(fittedShape({ rows: 50, cols: 70 }, canvas)).toEqual({ rows: 50, cols: 70 });
    expect(fittedShape({ rows: 120, cols: 80 }, canvas)).toEqual({ rows: 60, cols: 40 });
    expect(fittedShape({ rows: 60, cols: 160 }, canvas)).toEqual({ rows: 30, cols: 80 });
    expect(fittedShape({ rows: 1, cols: 4000 }, canvas)).toEqual({ rows: 1, cols: 80 });
    expect(fittedShape({ rows: 60, cols: 80 }, canvas, true)).toEqual(canvas);
  });

  it('enlarges where it is told to and has a size', () => {
    expect(fittedShape({ rows: 20, cols: 40 }, { rows: 60, cols: 80 }, true)).toEqual({ rows: 40, cols: 80 });
    expect(fittedShape({ rows: 20, cols: 40 }, null, true)).toEqual({ rows: 20, cols: 40 });
  });

  it('without a size takes sides up to the greatest, and is as large as the images need', () => {
    expect(fittedShape({ rows: 2000, cols: 3000 }, null)).toEqual({ rows: Math.round(2048 / 3), cols: MOST_SIDE });
    expect(
      canvasOf([fittedShape({ rows: 700, cols: 300 }, null), fittedShape({ rows: 400, cols: 900 }, null)]),
    ).toEqual({
      rows: 700,
      cols: 900,
    });
    expect(canvasOf([])).toEqual({ rows: 0, cols: 0 });
  });

  it('has images in its middle, an odd rest below and to the right, and black around them', () => {
    const image = Uint8Array.of(1, 2, 3, 4, 5, 6);
    expect([...onCanvas(image, { rows: 2, cols: 3 }, { rows: 3, cols: 5 })]).toEqual([
      0, 1, 2, 3, 0, 0, 4, 5, 6, 0, 0, 0, 0, 0, 0,
    ]);
    expect(onCanvas(image, { rows: 2, cols: 3 }, { rows: 2, cols: 3 })).toBe(image);
  });

  it('has colours where their pixels are', () => {
    const colours = Float64Array.of(1.5, 2, 3, 4, 5, 6);
    const placed = onCanvas(colours, { rows: 1, cols: 2 }, { rows: 2, cols: 4 }, 3);
    expect(placed).toBeInstanceOf(Float64Array);
    expect([...placed]).toEqual([0, 0, 0, 1.5, 2, 3, 4, 5, 6, 0, 0, 0, ...new Array<number>(12).fill(0)]);
  });
});
