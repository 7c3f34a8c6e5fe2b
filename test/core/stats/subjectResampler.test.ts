import { describe, expect, it } from 'vitest';
import { stream } from '../../../src/core/random/stream.ts';
import { subjectResampler } from '../../../src/core/stats/subjectResampler.ts';

/** Each subject has 2 genuine and 3 impostor comparisons. */
const claimsOf = (subjects: readonly number[]) => ({
  subjects: subjects.flatMap((subject) => Array<number>(5).fill(subject)),
  genuine: subjects.flatMap(() => [1, 1, 0, 0, 0]),
});
const sum = (values: ArrayLike<number>): number => Array.from(values).reduce((total, value) => total + value, 0);
/** How often a subject was drawn: its genuine comparisons over two. */
const drawn = (weights: Float64Array, place: number): number => sum(weights.subarray(5 * place, 5 * place + 2)) / 2;

describe('resamples of comparisons by subject', () => {
  it('draw as many subjects as there are, and of each as many scores of either kind as it has', () => {
    const resampler = subjectResampler([claimsOf([3, 1, 7, 4])]);
    const random = stream('resampler');
    for (let turn = 0; turn < 50; turn++) {
      resampler.draw(random);
      const [weights] = resampler.weights;
      const times = [0, 1, 2, 3].map((place) => drawn(weights, place));
      expect(sum(times)).toBe(4);
      expect([0, 1, 2, 3].map((place) => sum(weights.subarray(5 * place + 2, 5 * place + 5)) / 3)).toEqual(times);
    }
  });

  it('draw a subject of several splits for all of them at once, and subjects of one fold by themselves', () => {
    const random = stream('resampler');
    const shared = subjectResampler([claimsOf([1, 2, 3]), claimsOf([3, 2, 1]), claimsOf([8, 9])]);
    for (let turn = 0; turn < 50; turn++) {
      shared.draw(random);
      const [a, b, apart] = shared.weights;
      expect([0, 1, 2].map((place) => drawn(a, place))).toEqual([2, 1, 0].map((place) => drawn(b, place)));
      expect(drawn(apart, 0) + drawn(apart, 1)).toBe(2);
    }
  });

  it('are of weight one before the first draw, and say where a split has one subject only', () => {
    const { weights, enough } = subjectResampler([claimsOf([1, 2]), claimsOf([5])]);
    expect(weights.map((own) => [...new Set(own)])).toEqual([[1], [1]]);
    expect(enough).toBe(false);
  });

  it('spread the mean of scores that differ between subjects only as the mean of so many subjects', () => {
    const { weights, draw } = subjectResampler([claimsOf([0, 1, 2, 3, 4, 5])]);
    const random = stream('spread of the resampler');
    const spreadOf = (values: readonly number[]): number => {
      const means: number[] = [];
      for (let turn = 0; turn < 4000; turn++) {
        draw(random);
        means.push(sum(values.map((value, at) => value * weights[0][at])) / sum(weights[0]));
      }
      const centre = sum(means) / means.length;
      return sum(means.map((mean) => (mean - centre) ** 2)) / means.length;
    };
    // Between subjects: variance (1/6) of 1/4 of a mean of 6; within: none.
    const between = claimsOf([0, 1, 2, 3, 4, 5]).subjects.map((subject) => subject % 2);
    expect(spreadOf(between)).toBeCloseTo(0.25 / 6, 2);
  });
});
