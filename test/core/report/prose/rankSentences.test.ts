import { describe, expect, it } from 'vitest';
import { rankSentences } from '../../../../src/core/report/prose/rankSentences.ts';
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
      'Nemenyi: average ranks differ if they are more than 1.66 apart (α = 0.05).',
      'A remark.',
    ]);
  });

  it('count one degree of freedom as one, and are the remarks alone without a test', () => {
    expect(said({ friedman: { statistic: 2, df: 1, p: 0.157 } })[0]).toContain('1 degree of freedom');
    expect(said({})).toEqual(['A remark.']);
  });
});
