import { describe, expect, it } from 'vitest';
import { cliffDelta, cohenD, cohenDz, hedgesG } from '../../../src/core/stats/effectSize.ts';
import { answered, expectClose } from './fixture.ts';

describe('effect sizes', () => {
  it('follow their definitions on a small example', () => {
    const x = [4, 6, 8];
    const y = [1, 3, 5];
    expectClose(answered(cohenD(x, y)), 1.5, 1e-14);
    expectClose(answered(hedgesG(x, y)), 1.5 * 0.8, 1e-14);
    expectClose(answered(cohenDz([1, 2, 3])), 2, 1e-14);
    expectClose(cliffDelta(x, y), 7 / 9, 1e-14);
  });
});

describe('effect sizes of samples of unequal sizes', () => {
  // Means 2 and 5, variances 2 and 13: pooled (1 · 2 + 2 · 13) / 3.
  const [x, y] = [
    [1, 3],
    [2, 4, 9],
  ];

  it('pool the variances by degrees of freedom', () => {
    expect(cohenD(x, y)).toBeCloseTo(-3 / Math.sqrt(28 / 3), 14);
    expect(cohenD(y, x)).toBeCloseTo(3 / Math.sqrt(28 / 3), 14);
    expect(hedgesG(x, y)).toBeCloseTo(((-3 / Math.sqrt(28 / 3)) * 8) / 11, 14);
  });

  it('count of all pairs how many favour each side, ties for neither', () => {
    // 1 < 2, 4 and 9; 3 > 2, 3 < 4 and 9.
    expect(cliffDelta(x, y)).toBeCloseTo(-4 / 6, 14);
    expect(cliffDelta([1, 2], [2, 3])).toBe(-3 / 4);
    expect([cliffDelta([5], [5]), cliffDelta([6], [5]), cliffDelta([4], [5])]).toEqual([0, 1, -1]);
    expect([cliffDelta([], y), cliffDelta(x, []), cliffDelta([], [])]).toEqual([null, null, null]);
  });
});

describe('effect sizes of the smallest samples', () => {
  it('take two values of each sample, and a spread in one of them', () => {
    expect([cohenD([1], [2, 4]), cohenD([2, 4], [1]), cohenDz([3])]).toEqual(new Array(3).fill('too few repeats'));
    expect([cohenD([1, 1], [2, 2]), hedgesG([1, 1], [2, 2]), cohenDz([3, 3])]).toEqual(new Array(3).fill('no spread'));
    expect(cohenD([1, 1], [2, 4])).toBe(-2);
    expect(cohenD([2, 4], [1, 1])).toBe(2);
    expect(cohenDz([1, 3])).toBeCloseTo(Math.SQRT2, 14);
  });
});
