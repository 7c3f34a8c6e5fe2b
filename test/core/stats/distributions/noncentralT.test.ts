import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { noncentralTUpperTail } from '../../../../src/core/stats/distributions/noncentralT.ts';
import { normalUpperTail } from '../../../../src/core/stats/distributions/normal.ts';
import { studentTUpperTail } from '../../../../src/core/stats/distributions/studentT.ts';
import { expectClose } from '../fixture.ts';

const url = new URL('../../../fixtures/stats/noncentralT.json', import.meta.url);
const points = JSON.parse(readFileSync(url, 'utf8')) as [number, number, number, number][];

describe('the noncentral t distribution', () => {
  it.each(points)("has SciPy's upper tail at t = %d, %d degrees of freedom, shift %d", (t, df, shift, expected) => {
    expectClose(noncentralTUpperTail(t, df, shift), expected, 1e-11);
  });

  it("is Student's without a shift", () => {
    for (const df of [1, 2, 7, 60])
      expect(noncentralTUpperTail(1.3, df, 0)).toBeCloseTo(studentTUpperTail(1.3, df), 13);
  });

  it('keeps its digits where only a small deviation in the sample leads as far', () => {
    for (const [t, df] of [
      [1000, 10],
      [50, 30],
      [20, 200],
      [1e6, 3],
      [1e8, 1],
    ])
      expectClose(noncentralTUpperTail(t, df, 0), studentTUpperTail(t, df), 1e-11);
  });

  it('is above 0 as often as the normal variable with this shift, whatever the degrees of freedom', () => {
    for (const df of [1, 3.5, 50, 1e6]) expectClose(noncentralTUpperTail(0, df, 1.2), normalUpperTail(-1.2), 1e-13);
  });

  it('turned about 0 has the shift of the other sign', () => {
    for (const [t, df, shift] of [
      [1.4, 2, 0.8],
      [-3, 11, 2],
      [8, 40, 9],
    ]) {
      const [above, below] = [noncentralTUpperTail(t, df, shift), noncentralTUpperTail(-t, df, -shift)];
      expect(above + below).toBeCloseTo(1, 13);
    }
  });

  it('nears the normal distribution with many degrees of freedom', () => {
    // The mean of Φ̄(t u − shift) over u = √(χ²/df), of mean 1 − 1/4df and variance 1/2df, to the second order.
    const [t, df, shift] = [2.5, 1e8, 2];
    const density = Math.exp(-((t - shift) ** 2) / 2) / Math.sqrt(2 * Math.PI);
    const expected = (density * (t + t ** 2 * (t - shift))) / (4 * df);
    const difference = noncentralTUpperTail(t, df, shift) - normalUpperTail(t - shift);
    expect(Math.abs(difference / expected - 1)).toBeLessThan(1e-3);
  });
});
