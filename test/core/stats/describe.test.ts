import { describe, expect, it } from 'vitest';
import { differences, mean, quantile, sampleStd, sampleVariance, sum } from '../../../src/core/stats/describe.ts';

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

const ROUNDING = Number.EPSILON;

describe('differences of pairs', () => {
  it('are of the first less the second', () => {
    expect([...differences([5, 1, 2], [3, 4, 2])]).toEqual([2, -3, 0]);
    expect([...differences([], [])]).toEqual([]);
  });

  it('are the first of them where they lie within 8 roundings of the largest value, on either side and of any sign', () => {
    for (const sign of [1, -1]) {
      const [within, beyond] = [8, 9].map((roundings) => [sign, sign * (1 - roundings * ROUNDING)]);
      expect([...differences(within, [0, 0])]).toEqual([sign, sign]);
      expect([...differences([0, 0], within)]).toEqual([-sign, -sign]);
      expect([...differences(beyond, [0, 0])]).toEqual(beyond);
      expect([...differences([0, 0], beyond)]).toEqual([-beyond[0], -beyond[1]]);
    }
    // Of two others the third decides.
    expect([...differences([1024, 1, 1 + 100 * ROUNDING], [1023, 0, 0])]).toEqual([1, 1, 1]);
    expect([...differences([1, 1 + 100 * ROUNDING, 1], [0, 0, 0])]).toEqual([1, 1 + 100 * ROUNDING, 1]);
  });

  it('are refused where a pair lacks its other', () => {
    expect(() => differences([1, 2], [1])).toThrow('differences: paired samples of 2 and 1 values');
    expect(() => differences([], [1])).toThrow(RangeError);
  });
});
