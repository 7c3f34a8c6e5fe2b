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

  /** What a draw asks for, and the weights it leaves, where `pick` answers. */
  const asked = (splits: Parameters<typeof subjectResampler>[0], pick: (n: number) => number) => {
    const { weights, draw } = subjectResampler(splits);
    const of: number[] = [];
    draw({ ...stream('unused'), integer: (n) => (of.push(n), pick(n)) });
    return { of, weights: weights.map((own) => [...own]) };
  };

  it('draw a subject, then its genuine comparisons and its impostors, split by split', () => {
    const splits = [
      { subjects: [5, 6, 6, 5, 5], genuine: [0, 1, 0, 1, 0] },
      { subjects: [6, 6, 5], genuine: [1, 1, 0] },
    ];
    // Of 5: one genuine and two impostors, then an impostor; of 6: one of each, then two genuine ones.
    expect(asked(splits, () => 0)).toEqual({
      of: [2, 1, 2, 2, 1, 2, 1, 2, 2, 1],
      weights: [
        [4, 0, 0, 2, 0],
        [0, 0, 2],
      ],
    });
    expect(asked(splits, (n) => n - 1)).toEqual({
      of: [2, 1, 1, 2, 2, 2, 1, 1, 2, 2],
      weights: [
        [0, 2, 2, 0, 0],
        [0, 4, 0],
      ],
    });
  });

  it('draw for all splits at once that share subjects through others, in the order of their first ones', () => {
    /** One genuine comparison of each subject: only the draws of subjects ask for more than one. */
    const blocks = (...splits: readonly (readonly number[])[]): number[] =>
      asked(
        splits.map((subjects) => ({ subjects, genuine: subjects.map(() => 1) })),
        () => 0,
      ).of.filter((n) => n > 1);
    expect(blocks([1, 2], [3, 4, 5])).toEqual([2, 2, 3, 3, 3]);
    expect(blocks([3, 4, 5], [1, 2], [2, 1])).toEqual([3, 3, 3, 2, 2]);
    expect(blocks([1, 2], [3, 4, 5], [2, 3])).toEqual([5, 5, 5, 5, 5]);
    expect(blocks([1, 2], [3, 4], [3, 5], [6, 7], [5, 1])).toEqual([5, 5, 5, 5, 5, 2, 2]);
    expect(blocks([6, 7], [1, 2], [3, 4], [4, 2])).toEqual([2, 2, 4, 4, 4, 4]);
    expect(blocks([1, 2], [6, 7, 8], [3, 4], [1, 3])).toEqual([4, 4, 4, 4, 3, 3, 3]);
  });

  it('say enough where every split has two subjects', () => {
    const enough = (...splits: readonly (readonly number[])[]): boolean =>
      subjectResampler(splits.map((subjects) => claimsOf(subjects))).enough;
    expect([enough([1, 2], [3, 4]), enough([1], [2, 3]), enough([1, 2], [2])]).toEqual([true, false, false]);
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
