import { expect, it } from 'vitest';
import { isUnavailable, symmetricP } from '../../../../src/core/stats/tests/testResult.ts';

it('both tails of a symmetric distribution are twice one of them, and at most everything', () => {
  const upper = (x: number): number => (x > 0 ? 0.1 : 0.6);
  expect([2, -2, 0].map((x) => symmetricP(x, 'two-sided', upper))).toEqual([0.2, 0.2, 1]);
  expect([2, -2].map((x) => symmetricP(x, 'greater', upper))).toEqual([0.1, 0.6]);
  expect([2, -2].map((x) => symmetricP(x, 'less', upper))).toEqual([0.6, 0.1]);
});

it('an answer is a result or the reason why there is none', () => {
  expect([
    isUnavailable('no spread'),
    isUnavailable({ statistic: 1, df: null, p: 1 }),
    isUnavailable(0.5),
    isUnavailable(null),
  ]).toEqual([true, false, false, false]);
});
