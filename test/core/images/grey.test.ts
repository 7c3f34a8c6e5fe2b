import { describe, expect, it } from 'vitest';
import { coloursOf, formatWeights, greyOf, greyOfColours, parseWeights } from '../../../src/core/images/grey.ts';

describe('greyOf', () => {
  it('weighs 8-bit colours by 0.2989, 0.5870, 0.1140 and rounds to whole grey values', () => {
    const samples = Uint8Array.of(255, 0, 0, 0, 255, 0, 0, 0, 255, 10, 200, 30);
    expect(greyOf({ count: 4, channels: 3, maxval: 255, samples })).toEqual(Uint8Array.of(76, 150, 29, 124));
  });

  it('keeps equal channels exactly, although the weights add up to 0.9999', () => {
    const samples = Uint8Array.from({ length: 256 * 3 }, (_, i) => Math.floor(i / 3));
    expect(greyOf({ count: 256, channels: 3, maxval: 255, samples })).toEqual(
      Uint8Array.from({ length: 256 }, (_, i) => i),
    );
    const white = greyOf({ count: 1, channels: 3, maxval: 65535, samples: Uint16Array.of(65535, 65535, 65535) });
    expect(white).toEqual(Float64Array.of(255));
  });

  it('ignores alpha', () => {
    expect(greyOf({ count: 2, channels: 2, maxval: 255, samples: Uint8Array.of(7, 0, 9, 255) })).toEqual(
      Uint8Array.of(7, 9),
    );
    expect(greyOf({ count: 1, channels: 4, maxval: 255, samples: Uint8Array.of(255, 0, 0, 0) })).toEqual(
      Uint8Array.of(76),
    );
  });

  it('scales other depths to 0…255 without rounding', () => {
    expect(greyOf({ count: 2, channels: 1, maxval: 65535, samples: Uint16Array.of(1, 65535) })).toEqual(
      Float64Array.of(255 / 65535, 255),
    );
    expect(greyOf({ count: 2, channels: 1, maxval: 1, samples: Uint8Array.of(0, 1) })).toEqual(Float64Array.of(0, 255));
    expect(greyOf({ count: 1, channels: 3, maxval: 100, samples: Uint8Array.of(100, 0, 0) })[0]).toBeCloseTo(
      76.2195,
      12,
    );
  });

  it('refuses samples that do not fit the count', () => {
    expect(() => greyOf({ count: 2, channels: 3, maxval: 255, samples: new Uint8Array(5) })).toThrow(RangeError);
  });
});

describe('grey weights', () => {
  const samples = Uint8Array.of(200, 100, 50);
  const grey = (weights: Parameters<typeof greyOf>[1]): number =>
    greyOf({ count: 1, channels: 3, maxval: 255, samples }, weights)[0];

  it('are those of their names, or of one’s own', () => {
    expect(grey('bt709')).toBe(Math.round(0.2126 * 200 + 0.7152 * 100 + 0.0722 * 50));
    expect(grey('mean')).toBe(Math.round(350 / 3));
    expect(grey('lightness')).toBe(125);
    expect([grey('red'), grey('green'), grey('blue')]).toEqual([200, 100, 50]);
    expect(grey({ red: 0.5, green: 0.25, blue: 0.25 })).toBe(Math.round(137.5));
  });

  it('survive their text form; other texts are refused', () => {
    for (const text of ['bt601', 'bt709', 'mean', 'lightness', 'red', 'green', 'blue', '0.2,0.5,0.3']) {
      expect(formatWeights(parseWeights(text)!)).toBe(text);
    }
    for (const text of ['', 'bt2020', '1,1,1', '0.5,0.5', '0.5,0.5,x', '-1,1,1']) expect(parseWeights(text)).toBeNull();
  });

  it('applied to kept colours give the same as at once, up to rounding', () => {
    const image = { count: 2, channels: 4, maxval: 255, samples: Uint8Array.of(9, 8, 7, 1, 5, 5, 5, 2) } as const;
    const colours = coloursOf(image)!;
    expect(colours).toEqual(Uint8Array.of(9, 8, 7, 5, 5, 5));
    expect(Uint8Array.from(greyOfColours(colours, 'bt709'), Math.round)).toEqual(greyOf(image, 'bt709'));
    const deep = { count: 1, channels: 3, maxval: 65535, samples: Uint16Array.of(65535, 0, 257) } as const;
    expect(coloursOf(deep)).toEqual(Float64Array.of(255, 0, 1));
    expect(greyOfColours(coloursOf(deep)!, 'mean')[0]).toBeCloseTo(greyOf(deep, 'mean')[0], 12);
  });

  it('find no colours where every pixel is grey', () => {
    expect(coloursOf({ count: 2, channels: 3, maxval: 255, samples: Uint8Array.of(7, 7, 7, 8, 8, 8) })).toBeNull();
    expect(coloursOf({ count: 2, channels: 1, maxval: 255, samples: Uint8Array.of(7, 8) })).toBeNull();
  });
});
