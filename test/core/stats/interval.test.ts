import { describe, expect, it } from 'vitest';
import { meanInterval, type Interval } from '../../../src/core/stats/interval.ts';

describe('the interval of a mean', () => {
  it('reaches as far as the table of Student has it: 4.303 errors of three values at 0.95, 2.920 at 0.9', () => {
    // Mean 5, deviation 3.
    const reach = (level: number, ratio?: number): number => {
      const { low, high } = meanInterval([2, 5, 8], level, ratio) as Interval;
      expect((low + high) / 2).toBeCloseTo(5, 12);
      return (high - low) / 2;
    };
    expect(reach(0.95)).toBeCloseTo(4.302652729749464 * Math.sqrt(3), 10);
    expect(reach(0.9)).toBeCloseTo(2.919985580353726 * Math.sqrt(3), 10);
    // Of splits with as many images for testing as for training: variance (1/3 + 1) · 9.
    expect(reach(0.95, 1)).toBeCloseTo(4.302652729749464 * Math.sqrt(12), 10);
  });

  it('takes two values that differ', () => {
    expect(meanInterval([1], 0.95)).toBe('too few repeats');
    expect(meanInterval([1, 1], 0.95)).toBe('no spread');
    // One degree of freedom: the quantile of Cauchy, tan(0.475 π).
    const reach = Math.tan(0.475 * Math.PI);
    expect(meanInterval([0, 2], 0.95)).toEqual({
      low: expect.closeTo(1 - reach, 10) as number,
      high: expect.closeTo(1 + reach, 10) as number,
    });
  });
});
