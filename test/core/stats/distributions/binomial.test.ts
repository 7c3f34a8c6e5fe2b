import { describe, expect, it } from 'vitest';
import { fraction, fractionNumber } from '../../../../src/core/stats/rates.ts';
import {
  fairCoinP,
  fairCoinProbability,
  fairCoinUpperTail,
  signTest,
} from '../../../../src/core/stats/distributions/binomial.ts';
import { expectClose } from '../fixture.ts';

/** C(n, 0) … C(n, n): the row of Pascal's triangle, exact. */
function row(n: number): bigint[] {
  const found = [1n];
  for (let k = 1; k <= n; k++) found.push((found[k - 1] * BigInt(n - k + 1)) / BigInt(k));
  return found;
}

describe('a fair coin', () => {
  it('has the probabilities of the triangle of Pascal, also where 2⁻ⁿ is no number', () => {
    for (const n of [0, 1, 2, 5, 12, 60, 1200]) {
      const whole = row(n);
      for (let k = 0; k <= n; k += n > 100 ? 150 : 1) {
        const expected = fractionNumber(fraction(whole[k], 2n ** BigInt(n)));
        expect(Math.abs(fairCoinProbability(k, n) - expected)).toBeLessThanOrEqual(1e-13 * expected);
        expect(fairCoinProbability(n - k, n)).toBe(fairCoinProbability(k, n));
      }
    }
  });

  it('has the tails of the triangle of Pascal, both ends included', () => {
    const whole = row(9);
    for (let k = -3; k <= 12; k++) {
      const atLeast = whole.slice(Math.max(0, k)).reduce((sum, value) => sum + Number(value), 0) / 512;
      const atMost = whole.slice(0, Math.max(0, k + 1)).reduce((sum, value) => sum + Number(value), 0) / 512;
      expectClose(fairCoinUpperTail(k, 9), atLeast, 1e-13);
      expectClose(fairCoinP(k, 9, 'greater'), atLeast, 1e-13);
      expectClose(fairCoinP(k, 9, 'less'), atMost, 1e-13);
      expectClose(fairCoinP(k, 9, 'two-sided'), Math.min(1, 2 * Math.min(atLeast, atMost)), 1e-13);
    }
  });
});

describe('the sign test', () => {
  it('counts positive differences among those that are not 0', () => {
    const d = [3, 0, -1, 2, 0, 5];
    expect(signTest(d)).toEqual({ statistic: 3, df: null, p: expect.closeTo(10 / 16, 12) as number });
    expect(signTest(d, 'greater')).toMatchObject({ p: expect.closeTo(5 / 16, 12) as number });
    expect(signTest(d, 'less')).toMatchObject({ p: expect.closeTo(15 / 16, 12) as number });
    expect(signTest([0, -2])).toEqual({ statistic: 0, df: null, p: 1 });
    expect([signTest([]), signTest([0])]).toEqual(['no difference', 'no difference']);
  });
});
