import { describe, expect, it } from 'vitest';
import { mean, quantile, sampleStd, sampleVariance, sum } from '../../../src/core/stats/describe.ts';

describe('the mean', () => {
  it('has no error of its sum: (2⁵³ + 12 + 0) / 16', () => {
    // 2⁵³ and 1 add to 2⁵³, so that a sum alone would give 2⁴⁹.
    const values = [2 ** 53, ...new Array<number>(12).fill(1), 0, 0, 0];
    expect(mean(values)).toBe(2 ** 49 + 0.75);
  });

  it('of equal values is that value, and their variance is 0', () => {
    for (const value of [0.1, 0.7, 12.5 / 3, -2.2]) {
      for (const n of [2, 3, 7, 10, 30]) {
        const values = new Array<number>(n).fill(value);
        expect(mean(values)).toBe(value);
        expect(sampleVariance(values)).toBe(0);
      }
    }
  });

  it('of equal values is that value where their sum is no number, and their variance is 0', () => {
    for (const value of [1e308, -1e308, Infinity, -Infinity]) {
      expect(mean([value, value, value])).toBe(value);
      expect(sampleVariance([value, value])).toBe(0);
    }
    expect(mean([7])).toBe(7);
    expect(mean([1, 1, 4])).toBe(2);
    expect(mean([4, 1, 1])).toBe(2);
  });

  it('of nothing is refused', () => {
    expect(() => mean([])).toThrow('mean: the sample is empty');
  });
});

describe('the variance', () => {
  it('has the divisor n − 1', () => {
    // Deviations of ∓3/2 and ∓1/2: 5 / 3.
    expect(sampleVariance([1, 2, 3, 4])).toBeCloseTo(5 / 3, 14);
    expect(sampleStd([3, 7])).toBeCloseTo(Math.sqrt(8), 14);
  });

  it('of one value is refused', () => {
    expect(() => sampleVariance([5])).toThrow('needs at least 2 values, found 1');
    expect(() => sampleStd([])).toThrow(RangeError);
  });
});

describe('the sum', () => {
  it('is 0 of nothing', () => {
    expect(sum([])).toBe(0);
    expect(sum(Float64Array.of(1.5, -4, 2))).toBe(-0.5);
  });
});

describe('quantiles', () => {
  const values = [10, 1, 3, -2];

  it('lie between the order statistics in proportion, as the default of NumPy and R', () => {
    expect([0, 0.25, 0.5, 0.8, 1].map((share) => quantile(values, share))).toEqual([
      -2,
      0.25,
      2,
      expect.closeTo(5.8, 12) as number,
      10,
    ]);
    expect(quantile([7], 0.3)).toBe(7);
  });

  it('leave the sample in its order', () => {
    quantile(values, 0.5);
    expect(values).toEqual([10, 1, 3, -2]);
  });

  it('of nothing are refused', () => {
    expect(() => quantile([], 0.5)).toThrow('quantile: the sample is empty');
  });
});
