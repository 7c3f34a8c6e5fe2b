import { expect, it } from 'vitest';
import { subjectPositions } from '../../../src/core/stats/subjectPositions.ts';

it('the places of subjects ascend, subjects in the order of their first ones', () => {
  expect(subjectPositions([7, 2, 7, 0, 2, 7])).toEqual([[0, 2, 5], [1, 4], [3]]);
  expect(subjectPositions([])).toEqual([]);
});
