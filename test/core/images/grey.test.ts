import { describe, expect, it } from 'vitest';
import { greyOf } from '../../../src/core/images/grey.ts';

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
