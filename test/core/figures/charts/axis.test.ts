import { describe, expect, it } from 'vitest';
import { axisOf, tickText, placesOn, roundScale, ticksOf } from '../../../../src/core/figures/charts/axis.ts';

describe('ticks', () => {
  it('are multiples of 1, 2 or 5 times a power of ten', () => {
    expect(ticksOf({ kind: 'linear', from: 0, to: 100 }, 7)).toEqual([0, 20, 40, 60, 80, 100]);
    expect(ticksOf({ kind: 'log', from: 1, to: 2576 }, 9)).toEqual([1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000]);
  });

  it('are whole decades where a log axis is long, not all of them where it is longer still', () => {
    expect(ticksOf({ kind: 'log', from: 1e-4, to: 100 }, 9)).toEqual([1e-4, 1e-3, 0.01, 0.1, 1, 10, 100]);
    expect(ticksOf({ kind: 'log', from: 1e-20, to: 1e20 }, 7).length).toBeLessThan(10);
  });

  it('say their values without noise, negative ones with a minus', () => {
    const { ticks } = axisOf({ kind: 'linear', from: -0.3, to: 0.3 }, '', 6);
    expect(ticks.map(({ text }) => text)).toEqual(['−0.3', '−0.2', '−0.1', '0', '0.1', '0.2', '0.3']);
    expect([1000, 10_000, -1e6, 1e20].map(tickText)).toEqual([
      '1,000',
      '10,000',
      '−1,000,000',
      '100000000000000000000',
    ]);
  });
});

describe('places on an axis', () => {
  it('are shares of its length', () => {
    expect(placesOn({ kind: 'linear', from: 10, to: 30 })(15)).toBe(0.25);
    expect(placesOn({ kind: 'log', from: 1, to: 100 })(10)).toBeCloseTo(0.5, 12);
    expect(placesOn({ kind: 'linear', from: 3, to: 3 })(3)).toBe(0.5);
  });
});

describe('a round scale', () => {
  it('ends at ticks, and has some extent for one value', () => {
    expect(roundScale(0.3, 9.2, 7)).toEqual({ kind: 'linear', from: 0, to: 10 });
    for (const value of [0, -400, 100, 1e-9]) {
      const { from, to } = roundScale(value, value, 7);
      expect(from).toBeLessThan(to);
      expect(from <= value && value <= to).toBe(true);
    }
  });
});
