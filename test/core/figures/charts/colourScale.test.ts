import { describe, expect, it } from 'vitest';
import { heatColour, shadeColour, shadeOf, SHADES } from '../../../../src/core/figures/charts/colourScale.ts';

function channels(colour: string): number[] {
  return [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));
}

describe('the colours of heat maps', () => {
  it('grow darker with what is worse, all the way, and are held at the ends', () => {
    const luminance = Array.from({ length: 101 }, (_, i) => {
      const [red, green, blue] = channels(heatColour(i / 100));
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    });
    expect(luminance.every((value, i) => i === 0 || value <= luminance[i - 1])).toBe(true);
    expect(channels(heatColour(0))).toEqual([253, 231, 37]);
    expect(channels(heatColour(7))).toEqual([68, 1, 84]);
    expect(heatColour(-1)).toBe(heatColour(0));
  });

  it('come in shades, the first for the best and the last for the worst', () => {
    expect([-1, 0, 0.5, 1, 2].map(shadeOf)).toEqual([0, 0, 32, SHADES - 1, SHADES - 1]);
    expect(shadeColour(0)).toBe(heatColour(0));
    expect(shadeColour(SHADES - 1)).toBe(heatColour(1));
  });
});
