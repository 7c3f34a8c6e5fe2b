import { describe, expect, it } from 'vitest';
import { rankSentences, rankVerdict } from '../../../../src/core/report/prose/rankSentences.ts';
import type { RankReport } from '../../../../src/core/study/comparison/ranks.ts';

const none = { friedman: null, imanDavenport: null, nemenyi: null, alpha: 0.05, remarks: ['A remark.'] };
const said = (parts: object): string[] => rankSentences({ ...none, ...parts } as unknown as RankReport);

describe('sentences on ranks', () => {
  it('state the tests that there are, then the remarks', () => {
    expect(
      said({
        friedman: { statistic: 10.2, df: 3, p: 0.017 },
        imanDavenport: { statistic: 4.5, df: [3, 12], p: 0.025 },
        nemenyi: { criticalDifference: 1.66, p: [], groups: [] },
      }),
    ).toEqual([
      'Friedman: χ² = 10.20, 3 degrees of freedom, p = 0.017.',
      'Iman and Davenport: F = 4.50, 3 and 12 degrees of freedom, p = 0.025.',
      'Nemenyi: mean ranks more than 1.66 apart differ significantly (α = 0.05).',
      'A remark.',
    ]);
  });

  it('count one degree of freedom as one, and are the remarks alone without a test', () => {
    expect(said({ friedman: { statistic: 2, df: 1, p: 0.157 } })[0]).toContain('1 degree of freedom');
    expect(said({})).toEqual(['A remark.']);
  });
});

/** Four methods over five conditions; `p` of the first against the others. */
function ranked(ranks: readonly number[], p: readonly number[], parts: object = {}): RankReport {
  return {
    per: 'condition',
    alpha: 0.05,
    methods: ['PCA', 'LDA', 'GLRAM', '2DPCA'].slice(0, ranks.length).map((label, m) => ({
      label,
      methodId: label,
      averageRank: ranks[m],
    })),
    blocks: Array.from({ length: 5 }, (_, b) => ({ title: `k = ${b}`, values: [], ranks: [] })),
    friedman: { statistic: 10.2, df: 3, p: 0.017 },
    imanDavenport: { statistic: 4.5, df: [3, 12], p: 0.0002 },
    nemenyi: { criticalDifference: 1.66, p: [[1, ...p]], groups: [] },
    ...parts,
  } as unknown as RankReport;
}

describe('the verdict on ranks', () => {
  it('says whether the methods differ by the F form, and what the best is better than', () => {
    expect(rankVerdict(ranked([1, 2, 3, 4], [0.4, 0.03, 0.001]))).toEqual({
      headline: 'The methods differ significantly over 5 conditions (Iman and Davenport, p < 0.001).',
      best: 'PCA ranks best, significantly better than GLRAM and 2DPCA (Nemenyi).',
    });
  });

  it('goes by Friedman’s test where the F form is not defined', () => {
    const { headline } = rankVerdict(ranked([1, 2, 3, 4], [1, 1, 1], { imanDavenport: null }))!;
    expect(headline).toBe('The methods differ significantly over 5 conditions (Friedman, p = 0.017).');
    const found = rankVerdict(ranked([1, 2, 3, 4], [1, 1, 1], { imanDavenport: null, alpha: 0.01 }))!;
    expect(found.headline).toBe('No significant difference among the methods over 5 conditions (Friedman, p = 0.017).');
  });

  it('counts the methods below the best where they are many, all or none', () => {
    const best = (p: readonly number[]) => rankVerdict(ranked([1, 2, 3, 4], p))!.best;
    expect(best([0.01, 0.01, 0.01])).toContain('significantly better than all others (');
    expect(best([0.2, 0.2, 0.2])).toContain('undecided against every other method (');
    const five = ranked([1, 2, 3, 4], [0.01, 0.01, 0.01, 0.3]);
    const methods = [...five.methods, { label: 'PPCA', methodId: 'ppca', averageRank: 5 }];
    expect(rankVerdict({ ...five, methods })!.best).toBe(
      'PCA ranks best, significantly better than 3 of 4 others (Nemenyi).',
    );
  });

  it('names all that share the best rank, and nobody where all do', () => {
    expect(rankVerdict(ranked([1.5, 1.5, 3, 4], [1, 0.2, 0.01]))!.best).toBe(
      'PCA and LDA rank best, significantly better than 2DPCA (Nemenyi).',
    );
    expect(rankVerdict(ranked([2, 2, 2], [1, 1]))!.best).toBe('');
  });

  it('is none without a test', () => {
    expect(rankVerdict(ranked([1, 2], [1], { friedman: null, imanDavenport: null, nemenyi: null }))).toBeNull();
  });
});
