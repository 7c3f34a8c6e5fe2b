import { expect, it } from 'vitest';
import { bayesianCorrelatedT } from '../../../../src/core/stats/tests/bayesianCorrelatedT.ts';

/** The tail of Student's t with two degrees of freedom. */
const tail = (t: number): number => (1 - t / Math.sqrt(2 + t * t)) / 2;

it('the posterior of three differences is algebraic', () => {
  // Mean 1, variance 1, squared scale 1/3 + ρ/(1 − ρ).
  for (const [correlation, square] of [
    [0, 1 / 3],
    [0.4, 1],
    [0.5, 4 / 3],
  ]) {
    for (const rope of [0, 0.5, 4]) {
      const [less, greater] = [tail((rope + 1) / Math.sqrt(square)), tail((rope - 1) / Math.sqrt(square))];
      const close = (value: number): number => expect.closeTo(value, 12) as number;
      const found = { less: close(less), equivalent: close(1 - less - greater), greater: close(greater) };
      expect(bayesianCorrelatedT([0, 1, 2], correlation, rope)).toEqual(found);
    }
  }
});

it('the probability of no region is never below 0', () => {
  for (let i = 1; i < 60; i++) {
    const answer = bayesianCorrelatedT([i, -1, Math.sqrt(i)], 0.3, 0);
    expect(answer).toMatchObject({ equivalent: expect.closeTo(0, 12) as number });
    expect((answer as { equivalent: number }).equivalent).toBeGreaterThanOrEqual(0);
  }
});

it('a correlation lies in [0, 1)', () => {
  for (const correlation of [-0.01, 1, NaN]) {
    expect(() => bayesianCorrelatedT([1, 2], correlation, 1)).toThrow(
      `bayesianCorrelatedT: correlation must lie in [0, 1), found ${correlation}`,
    );
  }
  expect(bayesianCorrelatedT([1], 0, 1)).toBe('too few repeats');
  expect(bayesianCorrelatedT([1, 1], 0, 1)).toBe('no spread');
});
