import { describe, expect, it } from 'vitest';
import { leastOfSigns, type PairTestDeclaration } from '../../../src/core/compare/pairTest.ts';
import { pairTests } from '../../../src/core/compare/tests/registry.ts';
import { unattainableSentence } from '../../../src/core/compare/attainable.ts';
import { isUnavailable } from '../../../src/core/stats/tests/testResult.ts';
import { checkSpec } from '../../../src/core/study/spec/check.ts';
import { planCells } from '../../../src/core/study/plan/plan.ts';
import { planStudy } from '../../../src/core/study/study.ts';
import { summariseStudy } from '../../../src/core/study/table/summarise.ts';
import type { CellOutcome } from '../../../src/core/study/table/rowRepeats.ts';
import { facts, smallSpec } from '../study/smallDataset.ts';

const wilcoxon = (correction: 'none' | 'holm', family: 'condition' | 'table' = 'condition') =>
  ({ test: 'wilcoxon', alpha: 0.05, correction, family }) as const;

describe('the smallest p of a test', () => {
  it.each([5, 6, 12])('is what it gives where every one of %d repeats differs alike', (repeats) => {
    const differences = Float64Array.from({ length: repeats }, (_, i) => i + 1);
    const samples = { repeats: [], first: [], second: [], differences };
    const floored = pairTests.filter((test) => 'leastP' in test);
    expect(floored.map(({ kind }) => kind).sort()).toEqual(['permutation', 'sign', 'wilcoxon']);
    for (const test of floored) {
      for (const side of ['greater', 'two-sided'] as const) {
        const outcome = test.run(samples, side, 0);
        if (isUnavailable(outcome)) throw new Error(outcome);
        expect(outcome.p).toBeCloseTo(leastOfSigns(repeats, side), 12);
        expect((test as PairTestDeclaration).leastP!(repeats, side)).toBe(leastOfSigns(repeats, side));
      }
    }
  });
});

describe('a test that cannot find any difference', () => {
  it('names the repeats that it takes', () => {
    expect(unattainableSentence(wilcoxon('holm', 'table'), [{ repeats: 6, tests: 24 }], 'greater')).toBe(
      "No difference can be significant: over 6 repeats the p of Wilcoxon's signed-rank test is at least 0.0156, with " +
        "Holm's correction over all comparisons in the table (24 tests) at least 0.375, and α = 0.05. It takes at least 9 repeats.",
    );
    expect(unattainableSentence({ ...wilcoxon('none'), test: 'sign' }, [{ repeats: 5, tests: 2 }], 'two-sided')).toBe(
      'No difference can be significant: over 5 repeats the p of the sign test is at least 0.0625, and α = 0.05. It takes ' +
        'at least 6 repeats.',
    );
  });

  it('is not told where one family can, or the test has no floor', () => {
    const families = [
      { repeats: 3, tests: 3 },
      { repeats: 9, tests: 3 },
    ];
    expect(unattainableSentence(wilcoxon('holm'), families, 'greater')).toBeNull();
    expect(unattainableSentence(wilcoxon('holm'), [], 'greater')).toBeNull();
    const t = { ...wilcoxon('holm', 'table'), test: 'paired-t' } as const;
    expect(unattainableSentence(t, [{ repeats: 2, tests: 24 }], 'greater')).toBeNull();
  });

  it('is warned of before a study runs, and named under its table', () => {
    const spec = smallSpec({
      protocol: { kind: 'random', trainPerSubject: [2], repeats: 4 },
      methods: [
        { method: 'pca', latent: [2] },
        { method: 'lda', latent: [2] },
      ],
      comparison: { test: 'wilcoxon' },
    });
    const said =
      /^No difference can be significant: over 4 repeats .* 0\.0625, and α = 0\.05\. It takes at least 5 repeats\.$/;
    expect(checkSpec(spec, facts).warnings).toContainEqual(expect.stringMatching(said));
    const plan = planCells(planStudy(spec), facts);
    const outcomes = new Map(
      plan.cells.map(({ key, label, repeat }): [string, CellOutcome] => {
        const wrong = label === 'PCA' ? 10 + repeat : repeat;
        return [key, { status: 'done', result: { shapes: [[2]], wrong: [wrong], testCount: 20 } }];
      }),
    );
    const table = summariseStudy(plan, outcomes);
    expect(table.rows[0].entries[0]).toMatchObject({ p: 0.0625, standing: 'tie' });
    expect(table.essentials).toContainEqual(expect.stringMatching(said));
    const enough = smallSpec({ ...spec, protocol: { kind: 'random', trainPerSubject: [2], repeats: 5 } });
    expect(checkSpec(enough, facts).warnings.join(' ')).not.toContain('No difference can be');
  });
});
