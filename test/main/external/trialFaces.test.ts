/** Which images of a dataset a method is tried on. */
import { describe, expect, it } from 'vitest';
import { trialPositions } from '../../../src/main/external/trialFaces.ts';

const times = (count: number, label: number): number[] => Array.from({ length: count }, () => label);

describe('the images of a trial', () => {
  it('are the first six of the first ten subjects that have three, excluded images left out', () => {
    const labels = [-1, ...times(2, 7), ...times(8, 3), ...times(3, 1)];
    expect(trialPositions(labels)).toEqual([3, 4, 5, 6, 7, 8, 11, 12, 13]);
    const many = Array.from({ length: 12 }, (_, subject) => times(4, subject)).flat();
    expect(trialPositions(many)).toEqual(Array.from({ length: 40 }, (_, n) => n));
  });

  it('are refused where nobody could be told from anybody', () => {
    expect(() => trialPositions([...times(6, 0), ...times(2, 1)])).toThrow(/two subjects with 3 images or more/);
  });
});
