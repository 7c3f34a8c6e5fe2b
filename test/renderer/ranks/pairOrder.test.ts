import { describe, expect, it } from 'vitest';
import type { RankReport } from '../../../src/core/study/comparison/ranks.ts';
import { pairOrder, pairP } from '../../../src/renderer/ranks/pairOrder.ts';

/** By mean rank: b, c, a; Nemenyi tells b and a apart most, Wilcoxon b and c. */
const report = {
  methods: ['b', 'c', 'a'].map((label) => ({ label, methodId: label, averageRank: 1 })),
  nemenyi: {
    criticalDifference: 1,
    groups: [],
    p: [
      [1, 0.4, 0.01],
      [0.4, 1, 0.2],
      [0.01, 0.2, 1],
    ],
  },
  wilcoxon: [
    [null, 0.03, 0.5],
    [0.03, null, null],
    [0.5, null, null],
  ],
} as unknown as RankReport;

describe('a matrix of p values', () => {
  it('has one test above the diagonal and one below, or one in both halves', () => {
    expect([pairP(report, 'both', 0, 2), pairP(report, 'both', 2, 0)]).toEqual([0.01, 0.5]);
    expect([pairP(report, 'nemenyi', 2, 0), pairP(report, 'wilcoxon', 0, 2)]).toEqual([0.01, 0.5]);
    expect([pairP(report, 'nemenyi', 1, 1), pairP(report, 'wilcoxon', 1, 2)]).toEqual([null, null]);
  });

  it('stands by mean rank, by name, or by p against one method', () => {
    const labels = (...asked: Parameters<typeof pairOrder>) =>
      pairOrder(...asked).map((place) => report.methods[place].label);
    expect(labels(report, { by: 'rank' }, 'both')).toEqual(['b', 'c', 'a']);
    expect(labels(report, { by: 'name' }, 'both')).toEqual(['a', 'b', 'c']);
    expect(labels(report, { by: 'method', label: 'b' }, 'both')).toEqual(['b', 'a', 'c']);
    expect(labels(report, { by: 'method', label: 'b' }, 'wilcoxon')).toEqual(['b', 'c', 'a']);
    expect(labels(report, { by: 'method', label: 'c' }, 'wilcoxon')).toEqual(['c', 'b', 'a']);
    expect(labels(report, { by: 'method', label: 'gone' }, 'both')).toEqual(['b', 'c', 'a']);
  });
});
