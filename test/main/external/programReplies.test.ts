import { expect, it } from 'vitest';
import { axisName, SCORE_AXES } from '../../../src/main/external/programReplies.ts';

it.each([
  [4, [30], 'image 5 of 30'],
  [7, [30, 3], 'image 3 of 30, number 2 of 3'],
  [29, [30, 4, 3], 'image 3 of 30, row 2 of 4, column 3 of 3'],
])('entry %i of %j is at %s', (entry, shape, place) => {
  expect(axisName(entry, shape)).toBe(place);
});

it('scores have two images', () => {
  expect(axisName(23, [5, 20], SCORE_AXES)).toBe('test image 2 of 5, training image 4 of 20');
});
