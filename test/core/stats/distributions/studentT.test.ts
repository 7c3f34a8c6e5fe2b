import { describe, expect, it } from 'vitest';
import { studentTUpperQuantile, studentTUpperTail } from '../../../../src/core/stats/distributions/studentT.ts';
import { expectClose } from '../fixture.ts';

/** One degree of freedom is Cauchy's distribution; with two the tail is algebraic, here without cancellation. */
const cauchy = (t: number): number => Math.atan2(1, t) / Math.PI;
const ofTwo = (t: number): number => {
  const root = Math.sqrt(2 + t * t);
  return t > 0 ? 1 / (root * (root + t)) : 0.5 - t / (2 * root);
};
const ARGUMENTS = [-1e5, -30, -1, -0.999, -1e-9, 0, 1e-9, 0.5, 0.999, 1, 1.001, 2, 30, 1e5, 1e9];

describe("the tail of Student's t", () => {
  it('is that of the closed forms of one and two degrees of freedom', () => {
    for (const t of ARGUMENTS) {
      expectClose(studentTUpperTail(t, 1), cauchy(t), 1e-12);
      expectClose(studentTUpperTail(t, 2), ofTwo(t), 1e-12);
    }
  });

  it('adds up to 1 with that of the other side', () => {
    for (const df of [0.5, 1, 3, 8.4, 500]) {
      for (const t of ARGUMENTS) expectClose(studentTUpperTail(t, df) + studentTUpperTail(-t, df), 1, 1e-14);
      expect(studentTUpperTail(0, df)).toBe(0.5);
    }
  });

  it('is no number without a t or degrees of freedom, at the infinities too', () => {
    for (const [t, df] of [
      [NaN, 3],
      [1, 0],
      [1, -2],
      [1, NaN],
      [Infinity, 0],
      [-Infinity, NaN],
    ])
      expect(studentTUpperTail(t, df)).toBeNaN();
  });
});

describe("the quantile of Student's t", () => {
  it('is that of the closed forms, 0 at one half, and of either side the other with its sign turned', () => {
    for (const p of [1e-9, 0.001, 0.025, 0.2, 0.49, 0.5, 0.51, 0.75, 0.9, 0.999]) {
      expect(studentTUpperQuantile(p, 1)).toBeCloseTo(1 / Math.tan(Math.PI * p), p < 1e-6 ? 3 : 10);
      expectClose(studentTUpperQuantile(p, 2), (1 - 2 * p) / Math.sqrt(2 * p * (1 - p)), p === 0.5 ? 0 : 1e-11);
      expect(studentTUpperQuantile(1 - p, 7)).toBeCloseTo(-studentTUpperQuantile(p, 7), p < 1e-6 ? 4 : 11);
    }
    expect(studentTUpperQuantile(0.5, 3)).toBe(0);
  });

  it('is no number without a share between 0 and 1 or degrees of freedom', () => {
    for (const [p, df] of [
      [0, 3],
      [1, 3],
      [-0.1, 3],
      [1.1, 3],
      [NaN, 3],
      [0.5, 0],
      [0.5, -1],
      [0.2, NaN],
    ])
      expect(studentTUpperQuantile(p, df)).toBeNaN();
  });
});
