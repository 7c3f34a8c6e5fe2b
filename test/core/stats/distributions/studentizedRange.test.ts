import { describe, expect, it } from 'vitest';
import { normalQuantile, normalUpperTail } from '../../../../src/core/stats/distributions/normal.ts';
import { studentizedRangeUpperQuantile, studentizedRangeUpperTail } from '../../../../src/core/stats/tests/friedman.ts';

describe('the range of normal variables', () => {
  it('of two is their distance, normal with twice the variance', () => {
    for (const q of [0.01, 0.5, 1, 2.77, 5, 9]) {
      expect(studentizedRangeUpperTail(q, 2)).toBeCloseTo(2 * normalUpperTail(q / Math.SQRT2), 13);
    }
    for (const p of [0.001, 0.05, 0.5, 0.9]) {
      expect(studentizedRangeUpperQuantile(p, 2)).toBeCloseTo(-Math.SQRT2 * normalQuantile(p / 2), 9);
    }
  });

  it('is tabled: 5 % and 1 % of 3, 5 and 10 with infinite degrees of freedom', () => {
    const quantiles = (p: number): string[] => [3, 5, 10].map((k) => studentizedRangeUpperQuantile(p, k).toFixed(3));
    expect(quantiles(0.05)).toEqual(['3.314', '3.858', '4.474']);
    expect(quantiles(0.01)).toEqual(['4.120', '4.603', '5.157']);
    expect(quantiles(0.05)).toEqual(['3.314', '3.858', '4.474']);
  });

  it('is never below 0, and never beyond what doubles tell from 0', () => {
    for (let k = 2; k < 20; k++) {
      expect([-1, 0, Infinity].map((q) => studentizedRangeUpperTail(q, k))).toEqual([1, 1, 0]);
    }
    for (const q of [14, 20, 100]) {
      const tail = studentizedRangeUpperTail(q, 4);
      expect(tail).toBeGreaterThanOrEqual(0);
      expect(tail).toBeLessThan(1e-13);
    }
    for (let q = 1e-3; q < 1; q *= 1.5) expect(studentizedRangeUpperTail(q, 30)).toBeLessThanOrEqual(1);
  });

  it('has no quantile but of shares between 0 and 1', () => {
    for (const p of [-0.1, 0, 1, 2, NaN]) expect(studentizedRangeUpperQuantile(p, 3)).toBeNaN();
  });
});
