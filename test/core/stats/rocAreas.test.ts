import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { rocOf } from '../../../src/core/measures/roc.ts';
import { stream } from '../../../src/core/random/stream.ts';
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
