import { describe, expect, it } from 'vitest';
import { bonferroni, holm } from '../../../../src/core/stats/tests/corrections.ts';
import { expectClose } from '../fixture.ts';

it("Holm's values never fall below those of smaller p, and end at 1", () => {
  // Times 5, 4, 3, 2 and 1: 0.05, 0.08, 0.06 → 0.08, 1.25 → 1, 0.75 → 1.
  const found = holm([0.75, 0.02, 0.01, 0.625, 0.02]);
  expect(found).toEqual([1, 0.08, 0.05, 1, 0.08]);
  expect(bonferroni([0.75, 0.125, 0.25])).toEqual([1, 0.375, 0.75]);
});

it('of one p is that p, and of none nothing', () => {
  expect([holm([0.3]), bonferroni([0.3]), holm([]), bonferroni([])]).toEqual([[0.3], [0.3], [], []]);
});

describe('corrections', () => {
  it('multiply by the number of tests (Bonferroni) or of those not yet rejected (Holm)', () => {
    expect(bonferroni([0.01, 0.3, 0.5])).toEqual([0.03, 0.8999999999999999, 1]);
    const adjusted = holm([0.04, 0.01, 0.03]);
    expectClose(adjusted[0], 0.06, 1e-14);
    expectClose(adjusted[1], 0.03, 1e-14);
    expectClose(adjusted[2], 0.06, 1e-14);
  });

  it('of Holm never exceed those of Bonferroni and keep the order of the p values', () => {
    const p = [0.2, 0.001, 0.049, 0.5, 0.012, 0.049];
    const [h, b] = [holm(p), bonferroni(p)];
    h.forEach((value, i) => expect(value).toBeLessThanOrEqual(b[i]));
    p.forEach((a, i) => p.forEach((c, j) => (a < c ? expect(h[i]).toBeLessThanOrEqual(h[j]) : undefined)));
  });
});
