import { describe, expect, it } from 'vitest';
import { fairCoinP, fairCoinUpperTail } from '../../../../src/core/stats/distributions/binomial.ts';
import {
  chiSquaredUpperTail,
  fUpperTail,
  studentizedRangeUpperQuantile,
  studentizedRangeUpperTail,
} from '../../../../src/core/stats/tests/friedman.ts';
import { normalUpperTail } from '../../../../src/core/stats/distributions/normal.ts';
import { studentTUpperQuantile, studentTUpperTail } from '../../../../src/core/stats/distributions/studentT.ts';
import { expectClose, fixture } from '../fixture.ts';

describe('upper tails against SciPy', () => {
  it('agrees for Student t from the middle to far in both tails', () => {
    for (const [t, df, p] of fixture.tails.t) expectClose(studentTUpperTail(t, df), p, 1e-12);
  });

  it('agrees for the normal, χ² and F distributions', () => {
    for (const [z, p] of fixture.tails.normal) expectClose(normalUpperTail(z), p, 1e-12);
    for (const [x, df, p] of fixture.tails.chiSquared) expectClose(chiSquaredUpperTail(x, df), p, 1e-11);
    for (const [x, a, b, p] of fixture.tails.f) expectClose(fUpperTail(x, a, b), p, 1e-11);
  });

  it('agrees for the studentized range of known variance', () => {
    for (const [q, k, p] of fixture.tails.studentizedRange) {
      expect(Math.abs(studentizedRangeUpperTail(q, k) - p)).toBeLessThan(1e-12);
    }
    for (const [p, k, q] of fixture.tails.studentizedRangeQuantile) {
      expectClose(studentizedRangeUpperQuantile(p, k), q, 1e-9);
    }
  });
});

describe('quantiles', () => {
  it('agree with SciPy for Student t', () => {
    for (const [p, df, t] of fixture.tails.tQuantile) {
      if (t === 0) expect(studentTUpperQuantile(p, df)).toBe(0);
      else expectClose(studentTUpperQuantile(p, df), t, 1e-11);
    }
  });

  it('are NaN outside 0 < p < 1', () => {
    expect(studentTUpperQuantile(0, 3)).toBeNaN();
    expect(studentTUpperQuantile(1, 3)).toBeNaN();
    expect(studentizedRangeUpperQuantile(0, 3)).toBeNaN();
  });
});

describe('the limits of the tails', () => {
  it('are 0 and 1 at the infinities and NaN without degrees of freedom', () => {
    expect(studentTUpperTail(Infinity, 4)).toBe(0);
    expect(studentTUpperTail(-Infinity, 4)).toBe(1);
    expect(studentTUpperTail(1, 0)).toBeNaN();
    expect(chiSquaredUpperTail(0, 2)).toBe(1);
    expect(chiSquaredUpperTail(Infinity, 2)).toBe(0);
    expect(fUpperTail(0, 2, 3)).toBe(1);
    expect(fUpperTail(Infinity, 2, 3)).toBe(0);
    expect(studentizedRangeUpperTail(0, 3)).toBe(1);
    expect(studentizedRangeUpperTail(Infinity, 3)).toBe(0);
  });

  it('of a fair coin add up over all outcomes', () => {
    expect(fairCoinUpperTail(0, 7)).toBe(1);
    expect(fairCoinUpperTail(8, 7)).toBe(0);
    expectClose(fairCoinUpperTail(7, 7), 1 / 128, 1e-14);
    expect(fairCoinP(3, 6, 'two-sided')).toBe(1);
    expectClose(fairCoinP(2, 7, 'less') + fairCoinP(3, 7, 'greater'), 1, 1e-14);
  });
});
