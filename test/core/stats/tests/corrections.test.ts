import { expect, it } from 'vitest';
import { bonferroni, holm } from '../../../../src/core/stats/tests/corrections.ts';

it("Holm's values never fall below those of smaller p, and end at 1", () => {
  // Times 5, 4, 3, 2 and 1: 0.05, 0.08, 0.06 → 0.08, 1.25 → 1, 0.75 → 1.
  const found = holm([0.75, 0.02, 0.01, 0.625, 0.02]);
  expect(found).toEqual([1, 0.08, 0.05, 1, 0.08]);
  expect(bonferroni([0.75, 0.125, 0.25])).toEqual([1, 0.375, 0.75]);
});

it('of one p is that p, and of none nothing', () => {
  expect([holm([0.3]), bonferroni([0.3]), holm([]), bonferroni([])]).toEqual([[0.3], [0.3], [], []]);
});
