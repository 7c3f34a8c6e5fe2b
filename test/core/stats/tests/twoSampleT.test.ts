import { describe, expect, it } from 'vitest';
import { twoSampleT, welchT } from '../../../../src/core/stats/tests/pairedT.ts';

describe('t-tests of two samples', () => {
  // Means 2 and 5, variances 2 and 13.
  const [x, y] = [
    [1, 3],
    [2, 4, 9],
  ];

  it('pool the variances (Student) or add them (Welch): by hand', () => {
    const close = (value: number): number => expect.closeTo(value, 12) as number;
    const student = -3 / Math.sqrt((28 / 3) * (5 / 6));
    const angle = Math.atan(-student / Math.sqrt(3));
    const both = 1 - (2 * angle + Math.sin(2 * angle)) / Math.PI;
    expect(twoSampleT(x, y)).toEqual({ statistic: close(student), df: 3, p: close(both) });
    const welch = -3 / Math.sqrt(1 + 13 / 3);
    // (1 + 13/3)² / (1²/1 + (13/3)²/2)
    expect(welchT(x, y)).toMatchObject({ statistic: close(welch), df: close(512 / 187) });
    // One sample without spread has no part in the freedom: t with 2 degrees has an algebraic tail.
    const t = 3 / Math.sqrt(13 / 3);
    const tail = (1 - t / Math.sqrt(2 + t * t)) / 2;
    expect(welchT([2, 2], y, 'less')).toEqual({ statistic: close(-t), df: close(2), p: close(tail) });
    expect(welchT(y, [2, 2], 'greater')).toEqual({ statistic: close(t), df: close(2), p: close(tail) });
  });

  it('take two values of each, and a spread in one', () => {
    for (const test of [twoSampleT, welchT]) {
      expect([test([1], y), test(y, [1]), test([], [])]).toEqual(new Array(3).fill('too few repeats'));
      expect(test([1, 1], [2, 2])).toBe('no spread');
      expect(test([1, 3], [2, 4])).toMatchObject({ statistic: expect.closeTo(-Math.SQRT1_2, 12) as number, df: 2 });
    }
  });
});
