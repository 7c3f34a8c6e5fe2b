import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { rocOf } from '../../../src/core/measures/roc.ts';
import { stream, type Random } from '../../../src/core/random/stream.ts';
import { normalUpperTail } from '../../../src/core/stats/distributions/normal.ts';
import { delongTest, placements, subjectBootstrapTest, type ComparedScores } from '../../../src/core/stats/rocAreas.ts';
import type { TestResult } from '../../../src/core/stats/tests/testResult.ts';

interface Split {
  readonly genuine: number[];
  readonly first: number[];
  readonly second: number[];
  readonly areas: [number, number];
}
const { cases } = JSON.parse(readFileSync(new URL('../../fixtures/stats/delong.json', import.meta.url), 'utf8')) as {
  cases: { splits: Split[]; delong: { statistic: number; p: number } }[];
};

const meanOf = (values: ArrayLike<number>): number => Array.from(values).reduce((sum, v) => sum + v, 0) / values.length;
const withSubjects = (split: Split): ComparedScores => ({ ...split, subjects: split.genuine.map((_, i) => i % 6) });

describe('areas under ROC curves', () => {
  it('are the mean placement of the genuine scores, as scikit-learn has them', () => {
    for (const { splits } of cases) {
      for (const { genuine, first, second, areas } of splits) {
        [first, second].forEach((scores, side) => {
          const placed = placements(scores, genuine);
          expect(meanOf(placed.filter((_, i) => genuine[i] === 1))).toBeCloseTo(areas[side], 12);
          expect(meanOf(placed.filter((_, i) => genuine[i] === 0))).toBeCloseTo(areas[side], 12);
          const of = (kind: number) => Float64Array.from(scores.filter((_, i) => genuine[i] === kind));
          expect(rocOf(of(1), of(0))!.auc).toBeCloseTo(areas[side], 12);
        });
      }
    }
  });

  it('differ by the test of DeLong as its definition says', () => {
    for (const { splits, delong } of cases) {
      const { statistic, p } = delongTest(splits.map(withSubjects)) as TestResult;
      expect(statistic).toBeCloseTo(delong.statistic, 10);
      expect(p).toBeCloseTo(delong.p, 12);
    }
    const [same] = cases[0].splits;
    expect(delongTest([withSubjects({ ...same, second: same.first })])).toBe('no difference');
    expect(delongTest([])).toBe('too few repeats');
  });

  it('are of placements that ties share: two genuine scores among two impostors', () => {
    const genuine = [1, 0, 1, 0];
    expect([...placements([3, 2, 1, 0], genuine)]).toEqual([1, 0.5, 0.5, 1]);
    expect([...placements([2, 2, 1, 1], genuine)]).toEqual([0.75, 0.25, 0.25, 0.75]);
    expect([...placements([1, 1, 1, 0], genuine)]).toEqual([0.75, 0.5, 0.75, 1]);
    expect([...placements([5, 5, 5, 5], genuine)]).toEqual([0.5, 0.5, 0.5, 0.5]);
  });

  it('differ by the test of DeLong: of two scores of a kind, of two splits, by hand', () => {
    const split = { genuine: [1, 0, 1, 0], subjects: [0, 0, 1, 1], first: [3, 2, 1, 0], second: [5, 5, 5, 5] };
    // Placements differ by ½ and 0 on either side: mean ¼, variance ⅛ / 2 of each kind.
    const answer = (statistic: number): object => {
      return { statistic, df: null, p: expect.closeTo(2 * normalUpperTail(Math.abs(statistic)), 12) as number };
    };
    expect(delongTest([split])).toEqual(answer(0.25 / Math.sqrt(0.125)));
    expect(delongTest([{ ...split, first: split.second, second: split.first }])).toEqual(
      answer(-0.25 / Math.sqrt(0.125)),
    );
    expect(delongTest([split, split])).toEqual(answer(0.5 / Math.sqrt(0.25)));
  });

  it('have no test where either kind has one score, or where a difference has no spread', () => {
    const split = { genuine: [1, 0, 1, 0], subjects: [0, 0, 1, 1], first: [3, 0, 3, 0], second: [0, 3, 0, 3] };
    expect(delongTest([split])).toBe('no spread');
    expect(delongTest([split, { ...split, first: split.second, second: split.first }])).toBe('no difference');
    expect(delongTest([split, { ...split, genuine: [1, 0, 0, 0] }])).toBe('too few repeats');
    expect(delongTest([split, { ...split, genuine: [1, 1, 1, 0] }])).toBe('too few repeats');
  });

  it('depend on the order of the scores alone, so that ranks will do', () => {
    const [split] = cases[2].splits;
    const ranked = {
      ...withSubjects(split),
      first: split.first.map((s) => Math.exp(s)),
      second: split.second.map((s) => s ** 3),
    };
    expect(delongTest([ranked])).toEqual(delongTest([withSubjects(split)]));
  });
});

describe('the bootstrap over subjects', () => {
  const planted = (gain: number): ComparedScores => {
    const random = stream('planted areas', gain);
    const rows = Array.from({ length: 400 }, (_, i) => ({ subject: i % 20, genuine: i % 4 === 0 ? 1 : 0 }));
    const noise = rows.map(() => random.normal());
    const of = (shift: number) => rows.map(({ genuine }, i) => noise[i] + 0.6 * random.normal() + shift * genuine);
    return {
      first: of(1 + gain),
      second: of(1),
      genuine: rows.map((r) => r.genuine),
      subjects: rows.map((r) => r.subject),
    };
  };

  /** Draws of two subjects, in turn: `turns` has the subjects of each. */
  const drawing = (...turns: readonly (readonly number[])[]): Random => {
    const subjects = turns.flat();
    let at = 0;
    return { ...stream('unused'), integer: (n) => (n === 1 ? 0 : subjects[at++ % subjects.length]) };
  };

  it('has as p twice the share of resamples on the rarer side, draws without a difference on both', () => {
    const split = { subjects: [0, 0, 1, 1], genuine: [1, 0, 1, 0], first: [4, 1, 3, 2], second: [1, 4, 3, 2] };
    const swapped = { ...split, first: split.second, second: split.first };
    // All pairs are in order of the first, one of four of the second; a draw of subject 1 alone is alike in both.
    const every = [
      [0, 0],
      [0, 1],
      [1, 0],
      [1, 1],
    ] as const;
    expect(subjectBootstrapTest([split], drawing(...every))).toEqual({ statistic: 0.75, df: null, p: 0.5 });
    expect(subjectBootstrapTest([swapped], drawing(...every))).toEqual({ statistic: -0.75, df: null, p: 0.5 });
    expect(subjectBootstrapTest([split], drawing([0, 1]))).toEqual({ statistic: 0.75, df: null, p: 0.002 });
    // The last of 999 draws alone has a difference.
    const last = [...new Array<readonly number[]>(998).fill([1, 1]), [0, 1]];
    expect(subjectBootstrapTest([split], drawing(...last))).toEqual({ statistic: 0.75, df: null, p: 1 });
    expect(subjectBootstrapTest([split], drawing([1, 1]))).toBe('no difference');
    // Two splits of the same subjects share their draws, and their differences have a mean.
    const half = { ...split, second: split.first };
    expect(subjectBootstrapTest([split, half], drawing([0, 1]))).toMatchObject({ statistic: 0.375, p: 0.002 });
    expect(subjectBootstrapTest([split, swapped], drawing(...every))).toBe('no difference');
  });

  it('takes a draw of one kind only as one without a difference, and ties as half in order', () => {
    const split = { subjects: [0, 1], genuine: [1, 0], first: [2, 1], second: [1, 1] };
    const answer = (p: number) => ({ statistic: 0.5, df: null, p });
    expect(subjectBootstrapTest([split], drawing([0, 0], [0, 1], [0, 1], [0, 1]))).toEqual(answer(0.502));
    expect(subjectBootstrapTest([split], drawing([1, 1], [0, 1], [0, 1], [0, 1]))).toEqual(answer(0.502));
  });

  it('takes a split and two subjects in each', () => {
    const split = { subjects: [0, 0, 1, 1], genuine: [1, 0, 1, 0], first: [4, 1, 3, 2], second: [1, 4, 3, 2] };
    expect(subjectBootstrapTest([], stream('b'))).toBe('too few repeats');
    expect(subjectBootstrapTest([split, { ...split, subjects: [0, 0, 0, 0] }], stream('b'))).toBe('too few repeats');
  });

  it('finds a planted difference, and none where there is none', () => {
    const found = subjectBootstrapTest([planted(1)], stream('b')) as TestResult;
    expect(found.statistic).toBeGreaterThan(0.05);
    expect(found.p).toBeLessThan(0.01);
    expect((subjectBootstrapTest([planted(0)], stream('b')) as TestResult).p).toBeGreaterThan(0.05);
    const split = planted(0);
    expect(subjectBootstrapTest([{ ...split, second: split.first }], stream('b'))).toBe('no difference');
  });

  it('has the observed difference of the areas as its statistic, and the same p again', () => {
    const splits = [planted(0.5), planted(0.3)];
    const [a, b] = [1, 2].map(() => subjectBootstrapTest(splits, stream('b')) as TestResult);
    expect(a).toEqual(b);
    const area = (scores: ArrayLike<number>, { genuine }: ComparedScores) =>
      meanOf(placements(scores, genuine).filter((_, i) => genuine[i] === 1));
    expect(a.statistic).toBeCloseTo(meanOf(splits.map((s) => area(s.first, s) - area(s.second, s))), 12);
  });
});
