import { describe, expect, it } from 'vitest';
import { FitError } from '../../../../src/core/methods/method.ts';
import { nearestSubjects } from '../../../../src/core/study/model/nearestSubjects.ts';
import type { OpenModel } from '../../../../src/core/study/model/openModel.ts';

const scores = {
  probes: 2,
  subjects: [5, 5, 8, 8],
  positions: [0, 1, 2, 3],
  voters: 1,
  of: (probe: number) =>
    [
      [-4, -2, -3, -1],
      [-4, -2, -3, -9],
    ][probe],
};
const opened = (of: () => typeof scores | null): OpenModel => ({ scores: of }) as unknown as OpenModel;

describe('the nearest image of every subject', () => {
  it('is that with the best score, and the match is the best of all', () => {
    expect(
      nearestSubjects(
        opened(() => scores),
        { probe: 0 },
      ),
    ).toEqual({
      best: [
        { place: 1, score: -2 },
        { place: 3, score: -1 },
      ],
      matched: 3,
    });
    expect(
      nearestSubjects(
        opened(() => scores),
        { probe: 1 },
      ).matched,
    ).toBe(1);
  });

  it('is refused where there are no scores, and for a test image that there is not', () => {
    expect(() =>
      nearestSubjects(
        opened(() => null),
        { probe: 0 },
      ),
    ).toThrow(FitError);
    expect(() =>
      nearestSubjects(
        opened(() => scores),
        { probe: 2 },
      ),
    ).toThrow(RangeError);
  });
});
