import { describe, expect, it } from 'vitest';
import { correctedResampledT, pairedT, twoSampleT, welchT } from '../../../../src/core/stats/tests/pairedT.ts';

/** The tail of Student's t with two degrees of freedom. */
const tail = (t: number): number => (1 - t / Math.sqrt(2 + t * t)) / 2;
const close = (value: number): number => expect.closeTo(value, 12) as number;

it('the t of three differences is algebraic, with the variance of resampled splits too', () => {
  // Mean 1 and variance 1.
  const [d, turned] = [
    [0, 1, 2],
    [0, -1, -2],
  ];
  const t = Math.sqrt(3);
  expect(pairedT(d)).toEqual({ statistic: close(t), df: 2, p: close(2 * tail(t)) });
  expect(pairedT(turned)).toEqual({ statistic: close(-t), df: 2, p: close(2 * tail(t)) });
  expect(pairedT(d, 'greater')).toMatchObject({ p: close(tail(t)) });
  expect(pairedT(d, 'less')).toMatchObject({ p: close(tail(-t)) });
  // 1/3 + 2/3, and half as much for testing as for training.
  expect(correctedResampledT(d, 2 / 3, 'greater')).toEqual({ statistic: close(1), df: 2, p: close(tail(1)) });
  expect(correctedResampledT(d, 0.5)).toMatchObject({ statistic: close(Math.sqrt(6 / 5)) });
});

it('two differences that differ are enough', () => {
  expect([pairedT([]), pairedT([1]), pairedT([1, 1])]).toEqual(['too few repeats', 'too few repeats', 'no spread']);
  // Cauchy: P(|T| > 1) = ½.
  expect(pairedT([0, 1])).toEqual({ statistic: close(1), df: 1, p: close(0.5) });
});

describe('t-tests of two samples', () => {
  // Means 2 and 5, variances 2 and 13.
  const [x, y] = [
    [1, 3],
    [2, 4, 9],
  ];

  it('pool the variances (Student) or add them (Welch): by hand', () => {
    const student = -3 / Math.sqrt((28 / 3) * (5 / 6));
    const angle = Math.atan(-student / Math.sqrt(3));
    const both = 1 - (2 * angle + Math.sin(2 * angle)) / Math.PI;
    expect(twoSampleT(x, y)).toEqual({ statistic: close(student), df: 3, p: close(both) });
    const welch = -3 / Math.sqrt(1 + 13 / 3);
    // (1 + 13/3)² / (1²/1 + (13/3)²/2)
    expect(welchT(x, y)).toMatchObject({ statistic: close(welch), df: close(512 / 187) });
    // One sample without spread has no part in the freedom: t with 2 degrees has an algebraic tail.
    const t = 3 / Math.sqrt(13 / 3);
    expect(welchT([2, 2], y, 'less')).toEqual({ statistic: close(-t), df: close(2), p: close(tail(t)) });
    expect(welchT(y, [2, 2], 'greater')).toEqual({ statistic: close(t), df: close(2), p: close(tail(t)) });
  });

  it('take two values of each, and a spread in one', () => {
    for (const test of [twoSampleT, welchT]) {
      expect([test([1], y), test(y, [1]), test([], [])]).toEqual(new Array(3).fill('too few repeats'));
      expect(test([1, 1], [2, 2])).toBe('no spread');
      expect(test([1, 3], [2, 4])).toMatchObject({ statistic: expect.closeTo(-Math.SQRT1_2, 12) as number, df: 2 });
    }
  });
});
