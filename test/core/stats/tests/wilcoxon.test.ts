import { describe, expect, it } from 'vitest';
import { normalUpperTail } from '../../../../src/core/stats/distributions/normal.ts';
import type { TestResult } from '../../../../src/core/stats/tests/testResult.ts';
import { wilcoxonSignedRank } from '../../../../src/core/stats/tests/wilcoxon.ts';

describe('the signed-rank test', () => {
  it('counts signs of shared ranks: five differences, two of a size', () => {
    // Ranks 1, 2½, 2½, 4 and 5; W⁺ = 1 + 2½ + 5. Of 32 signs 14 reach 8½, and 20 do not exceed it.
    const d = [0.5, -2, 2, 0, -3, 7];
    const sums = Array.from({ length: 32 }, (_, signs) =>
      [1, 2.5, 2.5, 4, 5].reduce((sum, rank, i) => sum + ((signs >> i) & 1) * rank, 0),
    );
    const share = (holds: (sum: number) => boolean): number => sums.filter(holds).length / 32;
    expect(wilcoxonSignedRank(d, 'greater')).toEqual({ statistic: 8.5, df: null, p: share((sum) => sum >= 8.5) });
    expect(wilcoxonSignedRank(d, 'less')).toEqual({ statistic: 8.5, df: null, p: share((sum) => sum <= 8.5) });
    expect(wilcoxonSignedRank(d)).toEqual({ statistic: 8.5, df: null, p: 2 * share((sum) => sum >= 8.5) });
  });

  it('of one difference is certain of nothing', () => {
    expect((['greater', 'less', 'two-sided'] as const).map((side) => wilcoxonSignedRank([3], side))).toEqual([
      { statistic: 1, df: null, p: 0.5 },
      { statistic: 1, df: null, p: 1 },
      { statistic: 1, df: null, p: 1 },
    ]);
    expect(wilcoxonSignedRank([-3])).toEqual({ statistic: 0, df: null, p: 1 });
  });

  it('has the critical values of the tables: two-sided 5% of 10 pairs at 8, of 20 at 52', () => {
    // The negative differences have the ranks that add up to the critical value, or one more.
    const p = (n: number, ...negative: number[]): number =>
      (
        wilcoxonSignedRank(
          Array.from({ length: n }, (_, i) => (negative.includes(i + 1) ? -1 : 1) * (i + 1)),
        ) as TestResult
      ).p;
    expect(p(10, 8)).toBeLessThanOrEqual(0.05);
    expect(p(10, 9)).toBeGreaterThan(0.05);
    expect(p(20, 20, 19, 13)).toBeLessThanOrEqual(0.05);
    expect(p(20, 20, 19, 14)).toBeGreaterThan(0.05);
  });

  it('is normal about n (n + 1) / 4 without correction for continuity, its variance less by ties', () => {
    const p = (d: readonly number[]): number => (wilcoxonSignedRank(d, 'greater', 'normal') as TestResult).p;
    // W⁺ = 9 of 10, variance 4 · 5 · 9 / 24; with four equal sizes W⁺ = 7½, variance less by 60 / 48.
    expect(p([-1, 2, 3, 4])).toBeCloseTo(normalUpperTail(4 / Math.sqrt(7.5)), 13);
    expect(p([-2, 2, 2, 2])).toBeCloseTo(normalUpperTail(2.5 / Math.sqrt(6.25)), 13);
    expect(p([-1, 1, -2, 2])).toBe(0.5);
  });

  it('leaves out pairs that do not differ when it counts up to 50', () => {
    const fifty = Array.from({ length: 50 }, (_, i) => (i % 3 === 0 ? -1 : 1) * (i + 1));
    const zeros = new Array<number>(7).fill(0);
    expect(wilcoxonSignedRank([...zeros, ...fifty])).toEqual(wilcoxonSignedRank(fifty, 'two-sided', 'exact'));
    expect([wilcoxonSignedRank([]), wilcoxonSignedRank(zeros)]).toEqual(['no difference', 'no difference']);
  });
});
