import { describe, expect, it } from 'vitest';
import { differences } from '../../../src/core/stats/describe.ts';

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
