import { describe, expect, it } from 'vitest';
import { componentsFor, spectrumCurve, spectrumPoints } from '../../../src/renderer/datasets/spectrumCurve.ts';

// The last value is rounding noise of a set of rank 3.
const spectrum = { values: [60, 30, 10, 1e-13], total: 100, images: 4 };

describe('the eigen-spectrum', () => {
  it('shows eigenvalues and cumulative shares by component, without rounding noise', () => {
    expect(spectrumPoints(spectrum, 'values').map(({ x, y }) => [x, y])).toEqual([
      [1, 60],
      [2, 30],
      [3, 10],
    ]);
    expect(spectrumPoints(spectrum, 'cumulative').map(({ y }) => y)).toEqual([60, 90, 100]);
  });

  it('counts the components that hold a share of the variance', () => {
    expect(componentsFor(spectrum, 0.6)).toBe(1);
    expect(componentsFor(spectrum, 0.61)).toBe(2);
    expect(componentsFor(spectrum, 1)).toBe(3);
    // What is not listed belongs to the total.
    expect(componentsFor({ ...spectrum, total: 200 }, 0.9)).toBeNull();
  });

  it('has logarithmic axes on demand, but a linear one for shares', () => {
    const scales = (show: 'values' | 'cumulative', logarithmic: boolean) => {
      const { x, y } = spectrumCurve(spectrum, { theme: 'light', show, logarithmic, font: 'sans-serif' }).options!
        .scales!;
      return [x!.type, y!.type];
    };
    expect(scales('values', true)).toEqual(['logarithmic', 'logarithmic']);
    expect(scales('values', false)).toEqual(['linear', 'linear']);
    expect(scales('cumulative', true)).toEqual(['logarithmic', 'linear']);
  });
});
