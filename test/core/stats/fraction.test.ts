import { describe, expect, it } from 'vitest';
import { fraction, fractionNumber, meanOf, minus, sumOf } from '../../../src/core/stats/rates.ts';

describe('fractions', () => {
  it('add, subtract and average without rounding', () => {
    expect(sumOf([fraction(1, 3), fraction(1, 6)])).toEqual(fraction(1, 2));
    expect(minus(fraction(1, 3), fraction(1, 2))).toEqual(fraction(-1, 6));
    expect(meanOf([fraction(1, 2), fraction(1, 3), fraction(1, 6)])).toEqual(fraction(1, 3));
    expect(() => fraction(1, 0)).toThrow('fraction: expected a denominator above 0, found 0');
    expect(() => fraction(1, -2)).toThrow(RangeError);
    expect(() => fraction(0.5, 2)).toThrow(RangeError);
    expect(() => meanOf([])).toThrow(RangeError);
  });

  it('of 0 have the denominator 1, and no sign', () => {
    expect(minus(fraction(3, 7), fraction(6, 14))).toEqual({ top: 0n, bottom: 1n });
    expect(fractionNumber(fraction(0, 5))).toBe(0);
  });

  it('are the nearest numbers, also where their terms exceed 2⁵³', () => {
    expect(fractionNumber(fraction(-7, 3))).toBe(-7 / 3);
    expect(fractionNumber(fraction(1, 8), 100)).toBe(12.5);
    const large = 10n ** 40n;
    expect(fractionNumber(fraction(large + 1n, 3n * large))).toBe(1 / 3);
    expect(fractionNumber(fraction(-2n * large - 1n, large))).toBe(-2);
    expect(fractionNumber(fraction(1n, large))).toBe(1e-40);
    expect(fractionNumber(fraction(10n ** 60n, 3n))).toBe(Number('3'.repeat(60)));
    // As Python's fractions round it; the quotients of the rounded terms end otherwise.
    const [top, bottom] = [598931070808520758408252n, 570916582991022993076036n];
    expect(fractionNumber(fraction(top, bottom))).toBe(1.0490693187973807);
    expect(fractionNumber(fraction(881n, 2356666430946836151n))).toBe(3.738331349872206e-16);
  });

  it('are the nearest numbers just above and below the middle of two', () => {
    const [middle, bottom] = [(2n ** 53n + 1n) * 10n ** 30n, 2n ** 53n * 10n ** 30n];
    expect(fractionNumber(fraction(middle + 1n, bottom))).toBe(1 + Number.EPSILON);
    expect(fractionNumber(fraction(middle, bottom))).toBe(1);
    expect(fractionNumber(fraction(middle - 1n, bottom))).toBe(1);
    const whole = (2n ** 53n + 1n) * 2n ** 90n;
    expect(fractionNumber(fraction(whole + 1n, 1))).toBe((2 ** 53 + 2) * 2 ** 90);
    expect(fractionNumber(fraction(-whole - 1n, 1))).toBe(-(2 ** 53 + 2) * 2 ** 90);
    expect(fractionNumber(fraction(whole, 1))).toBe(2 ** 143);
  });

  it('are numbers where their terms are none', () => {
    const large = 10n ** 400n;
    expect(fractionNumber(fraction(-large, 3n * large - 1n))).toBe(-1 / 3);
    expect(fractionNumber(fraction(10n ** 310n, 999n))).toBe(Number('001'.repeat(103) + '0'));
  });
});
