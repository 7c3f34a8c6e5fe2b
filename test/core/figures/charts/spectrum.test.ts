import { describe, expect, it } from 'vitest';
import { componentsFor, spectrumChart, type SpectrumLook } from '../../../../src/core/figures/charts/spectrum.ts';

// The last value is rounding noise of a set of rank 3.
const spectrum = { values: [60, 30, 10, 1e-13], total: 100, images: 4 };

describe('the eigen-spectrum', () => {
  it('shows eigenvalues and cumulative shares by component, without rounding noise', () => {
    const points = (show: SpectrumLook['show']) =>
      spectrumChart(spectrum, { show, scale: 'log' }, 'orl').series[0].points;
    expect(points('values').map(({ x, y }) => [x, y])).toEqual([
      [1, 60],
      [2, 30],
      [3, 10],
    ]);
    expect(points('cumulative').map(({ y }) => y)).toEqual([60, 90, 100]);
    expect(points('values')[1]).toMatchObject({ name: 'component 2', reading: 'λ = 30.00' });
  });

  it('counts the components that hold a share of the variance', () => {
    expect(componentsFor(spectrum, 0.6)).toBe(1);
    expect(componentsFor(spectrum, 0.61)).toBe(2);
    expect(componentsFor(spectrum, 1)).toBe(3);
    // What is not listed belongs to the total.
    expect(componentsFor({ ...spectrum, total: 200 }, 0.9)).toBeNull();
  });

  it('has logarithmic axes of whole decades on demand, but a linear one for shares', () => {
    const axes = (show: SpectrumLook['show'], scale: SpectrumLook['scale']) => {
      const { x, y } = spectrumChart(spectrum, { show, scale }, 'orl');
      return [x, y].map(({ kind, from, to }) => [kind, from, to]);
    };
    expect(axes('values', 'log')).toEqual([
      ['log', 1, 3],
      ['log', 10, 100],
    ]);
    expect(axes('values', 'linear')).toEqual([
      ['linear', 0, 3],
      ['linear', 0, 60],
    ]);
    expect(axes('cumulative', 'log')).toEqual([
      ['log', 1, 3],
      ['linear', 0, 100],
    ]);
  });
});
