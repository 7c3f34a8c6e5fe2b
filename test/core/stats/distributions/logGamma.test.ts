import { describe, expect, it } from 'vitest';
import { logGamma } from '../../../../src/core/stats/distributions/logGamma.ts';

describe('ln Γ', () => {
  it('is right at integers, one half and by duplication', () => {
    let factorial = 1;
    for (let n = 1; n < 25; n++) {
      expect(Math.abs(logGamma(n) - Math.log(factorial))).toBeLessThan(1e-13 * Math.max(1, Math.log(factorial)));
      factorial *= n;
    }
    expect(logGamma(0.5)).toBeCloseTo(0.5 * Math.log(Math.PI), 13);
    for (const x of [0.3, 3.7, 41, 1288.5]) {
      const twice = (2 * x - 1) * Math.LN2 - 0.5 * Math.log(Math.PI) + logGamma(x) + logGamma(x + 0.5);
      expect(logGamma(2 * x) / twice).toBeCloseTo(1, 12);
    }
  });

  it('keeps to the recurrence ln Γ(x + 1) = ln Γ(x) + ln x where the series takes over from it', () => {
    for (const x of [0.001, 8.5, 9, 9.001, 9.999, 10, 10.5, 30]) {
      expect(Math.abs(logGamma(x + 1) - logGamma(x) - Math.log(x))).toBeLessThan(2e-14 * Math.max(1, logGamma(x + 1)));
    }
  });
});
