import { describe, expect, it } from 'vitest';
import { normalQuantile, normalUpperTail } from '../../../../src/core/stats/distributions/normal.ts';

describe('the normal quantile', () => {
  it('inverts the tail, symmetrically', () => {
    for (const p of [1e-12, 1e-6, 0.001, 0.025, 0.1, 0.3, 0.5, 0.7, 0.999]) {
      expect(Math.abs(normalUpperTail(-normalQuantile(p)) / p - 1)).toBeLessThan(1e-12);
      if (p > 1e-3) expect(normalQuantile(1 - p)).toBeCloseTo(-normalQuantile(p), 12);
    }
    expect(normalQuantile(0.975)).toBeCloseTo(1.959963984540054, 13);
    expect([normalQuantile(0), normalQuantile(1)]).toEqual([-Infinity, Infinity]);
    // As of shares that a sum has put beyond their ends.
    expect([normalQuantile(-1e-16), normalQuantile(1 + 1e-15)]).toEqual([-Infinity, Infinity]);
  });

  it('of both tails is the same to the last bit, as far as 1 − p tells them apart', () => {
    for (let bits = 2; bits < 54; bits++) expect(normalQuantile(1 - 2 ** -bits)).toBe(-normalQuantile(2 ** -bits));
  });
});
