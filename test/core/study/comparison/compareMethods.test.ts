import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { differences } from '../../../../src/core/stats/describe.ts';
import { holm } from '../../../../src/core/stats/tests/corrections.ts';
import { correctedResampledT, pairedT, twoSampleT, welchT } from '../../../../src/core/stats/tests/pairedT.ts';
import { signTest } from '../../../../src/core/stats/distributions/binomial.ts';
import type { Alternative, TestOutcome } from '../../../../src/core/stats/tests/testResult.ts';
import { wilcoxonSignedRank } from '../../../../src/core/stats/tests/wilcoxon.ts';
import {
  compareConditions,
  compareMethods,
  type Contender,
  rowDifference,
} from '../../../../src/core/study/comparison/compareMethods.ts';
import type { StudySpec, StudySpecInput } from '../../../../src/core/study/spec/spec.ts';
import { answered } from '../../stats/fixture.ts';
import { smallSpec } from '../smallDataset.ts';

const comparison: StudySpec['comparison'] = { test: 'two-sample-t', alpha: 0.05 };
const contender = (label: string, errors: number[]): Contender => ({ label, values: errors });
const paired = (test: (d: Float64Array, side: Alternative) => TestOutcome, x: Contender, y: Contender) =>
  answered(test(differences(x.values, y.values), 'greater')).p;
const pooled = (x: Contender, y: Contender, side: Alternative = 'greater') =>
  answered(twoSampleT(x.values, y.values, side)).p;

const good = contender('good', [10, 11, 12, 11]);
const near = contender('near', [11, 12, 11, 11]);
const bad = contender('bad', [20, 22, 21, 23]);
const worst = contender('worst', [30, 31, 33, 30]);

describe('compareMethods', () => {
  it('marks the methods that are significantly worse than the best, by the one-tailed p', () => {
    const verdicts = compareMethods([bad, good, near], comparison);
    expect(verdicts.map((verdict) => verdict.standing)).toEqual(['worse', 'best', 'tie']);
    expect(verdicts[0].p).toBe(pooled(bad, good));
    expect(verdicts[1].p).toBeNull();
    expect(verdicts[2].p).toBeGreaterThan(0.05);
  });

  it('calls the best significant only when it beats every other method', () => {
    expect(compareMethods([good, bad, worst], comparison)[0].significant).toBe(true);
    expect(compareMethods([good, bad, near], comparison)[0].significant).toBe(false);
    expect(compareMethods([good], comparison)[0]).toEqual({
      standing: 'best',
      significant: false,
      p: null,
      compared: { mean: 11, repeats: 4 },
    });
  });

  it('draws the line at α', () => {
    const p = pooled(near, good);
    const standing = (alpha: number) => compareMethods([good, near], { ...comparison, alpha })[1].standing;
    expect(standing(p * 0.999)).toBe('tie');
    expect(standing(p * 1.001)).toBe('worse');
  });

  it('does not depend on the order of the methods, even when two share the least mean', () => {
    const steady = contender('steady', [11, 11, 11, 11]);
    const all = [bad, good, steady, near, worst];
    const verdictOf = (list: Contender[]) => {
      const verdicts = compareMethods(list, comparison);
      return Object.fromEntries(list.map((c, i) => [c.label, verdicts[i]]));
    };
    const forwards = verdictOf(all);
    expect(verdictOf([...all].reverse())).toEqual(forwards);
    expect(forwards.good.standing).toBe('best');
    expect(forwards.steady.standing).toBe('best');
    expect(forwards.bad.p).toBe(pooled(bad, steady));
    expect([forwards.good.significant, forwards.steady.significant]).toEqual([false, false]);
  });

  it('does not depend on the order of the methods for any errors, and always names a best one', () => {
    // Few different values, so that equal means and equal deviations are common.
    const errors = fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 3, maxLength: 3 });
    fc.assert(
      fc.property(fc.array(errors, { minLength: 1, maxLength: 6 }), fc.nat(), (lists, turn) => {
        const all = lists.map((counts, i): Contender => ({
          label: `m${i}`,
          values: counts.map((count) => (100 * count) / 7),
          counts: { counts, of: [7, 7, 7] },
        }));
        const verdicts = compareMethods(all, comparison);
        const by = turn % all.length;
        const turned = compareMethods([...all.slice(by), ...all.slice(0, by)], comparison);
        expect([...turned.slice(all.length - by), ...turned.slice(0, all.length - by)]).toEqual(verdicts);
        const sums = lists.map((list) => list.reduce((sum, error) => sum + error, 0));
        verdicts.forEach((verdict, i) => expect(verdict.standing === 'best').toBe(sums[i] === Math.min(...sums)));
        expect(verdicts.filter((verdict) => verdict.significant).length).toBeLessThanOrEqual(1);
      }),
    );
  });

  it('has no verdict for a method without results and no p for a single repeat', () => {
    const none = contender('none', []);
    const [once, first] = [contender('once', [40]), contender('first', [10])];
    const verdicts = compareMethods([none, once, first], comparison);
    const single = { significant: false, p: null };
    expect(verdicts[0]).toEqual({ ...single, standing: 'none', compared: null });
    expect(verdicts[1]).toEqual({
      ...single,
      standing: 'tie',
      untested: 'too few repeats',
      compared: { mean: 40, repeats: 1 },
    });
    expect(verdicts[2]).toEqual({ ...single, standing: 'best', compared: { mean: 10, repeats: 1 } });
    expect(compareMethods([none, none], comparison).every((verdict) => verdict.standing === 'none')).toBe(true);
  });

  it('says that there is no spread, instead of p = 0, where methods differ by the same counts in every repeat', () => {
    const of = [280, 280, 280, 280, 280, 280];
    const counted = (label: string, counts: number[]): Contender => ({
      label,
      values: counts.map((count) => (100 * count) / 280),
      counts: { counts, of },
    });
    const low = counted('low', [41, 38, 52, 47, 60, 33]);
    const high = counted('high', [43, 40, 54, 49, 62, 35]);
    for (const test of ['paired-t', 'corrected-resampled-t'] as const) {
      const verdicts = compareMethods([low, high], { ...comparison, test }, () => 2.3);
      expect(verdicts[1]).toMatchObject({ standing: 'tie', p: null, untested: 'no spread' });
      expect(verdicts[0]).toMatchObject({ standing: 'best', significant: false });
    }
  });
});

describe('methods with different repeats', () => {
  // Six predefined splits; the second method failed on the two hard ones.
  const pca: Contender = { label: 'PCA', values: [44, 25, 23, 47, 26, 24], repeats: [1, 2, 3, 4, 5, 6] };
  const lda: Contender = { label: 'LDA', values: [26, 20, 27, 25], repeats: [2, 3, 5, 6] };

  it('are compared over the repeats that all of them have, so that failing on hard splits wins nothing', () => {
    const asked: (readonly number[])[] = [];
    const corrected = { ...comparison, test: 'corrected-resampled-t' } as const;
    const verdicts = compareMethods([pca, lda], corrected, (repeats) => {
      asked.push(repeats);
      return 1.5;
    });
    // Over all its repeats PCA has 31.5, over the common ones 24.5; LDA has 24.5.
    expect(verdicts.map(({ standing, compared }) => [standing, compared])).toEqual([
      ['best', { mean: 24.5, repeats: 4 }],
      ['best', { mean: 24.5, repeats: 4 }],
    ]);
    const better = { ...lda, values: [15, 14, 12, 18.6] };
    const tested = compareMethods([pca, better], corrected, (repeats) => {
      asked.push(repeats);
      return 1.5;
    });
    expect(asked).toEqual([
      [2, 3, 5, 6],
      [2, 3, 5, 6],
    ]);
    expect(tested[0].p).toBe(answered(correctedResampledT([25 - 15, 23 - 14, 26 - 12, 24 - 18.6], 1.5, 'greater')).p);
  });

  it('do not take part with less than half of the repeats, which leaves the comparison of the others as it is', () => {
    const rare: Contender = { label: 'rare', values: [1, 2], repeats: [2, 3] };
    const others = [pca, { ...pca, label: 'other', values: pca.values.map((value, i) => value + 3 + (i % 2)) }];
    const verdicts = compareMethods([...others, rare], comparison);
    expect(verdicts.slice(0, 2)).toEqual(compareMethods(others, comparison));
    expect(verdicts[2]).toEqual({ standing: 'none', significant: false, p: null, compared: null });
  });

  it('without a common repeat are not compared', () => {
    const early: Contender = { label: 'early', values: [5, 6], repeats: [1, 2] };
    const late: Contender = { label: 'late', values: [7, 8], repeats: [3, 4] };
    expect(compareMethods([early, late], comparison).map(({ standing }) => standing)).toEqual(['none', 'none']);
  });
});

describe('the tests that a study may choose', () => {
  const p = (test: StudySpec['comparison']['test'], ratio: number | null = null) =>
    compareMethods([good, near], { ...comparison, test }, () => ratio)[1].p;

  it('are those of the statistics, one-tailed against the best', () => {
    expect(p('welch')).toBe(answered(welchT(near.values, good.values, 'greater')).p);
    expect(p('paired-t')).toBe(paired(pairedT, near, good));
    expect(p('wilcoxon')).toBe(paired(wilcoxonSignedRank, near, good));
    expect(p('sign')).toBe(paired(signTest, near, good));
    expect(p('corrected-resampled-t', 4)).toBe(paired((d, side) => correctedResampledT(d, 4, side), near, good));
    expect(p('corrected-resampled-t', 4)).toBeGreaterThan(p('paired-t')!);
  });

  it('give no p where the corrected test is not told the sizes of the splits', () => {
    expect(p('corrected-resampled-t')).toBeNull();
  });

  it('pair errors by repeat, not by position', () => {
    const x: Contender = { ...contender('x', [20, 25, 31]), repeats: [1, 3, 4] };
    const y: Contender = { ...contender('y', [9, 10, 15, 18]), repeats: [1, 2, 3, 4] };
    const verdict = compareMethods([x, y], { ...comparison, test: 'paired-t' })[0];
    expect(verdict.p).toBe(answered(pairedT([11, 10, 13], 'greater')).p);
  });

  it('are corrected over the comparisons within each condition', () => {
    const raw = [near, bad, worst].map((c) => pooled(c, good));
    const all = [good, near, bad, worst];
    const corrected = (correction: 'holm' | 'bonferroni') =>
      compareMethods(all, { ...comparison, correction })
        .slice(1)
        .map((verdict) => verdict.p);
    expect(corrected('holm')).toEqual(holm(raw));
    expect(corrected('bonferroni')).toEqual(raw.map((value) => Math.min(1, 3 * value)));
  });

  it('are corrected over all conditions if the family is the table', () => {
    const testToTrain = () => null;
    const conditions = [
      { contenders: [good, near, bad], testToTrain },
      { contenders: [contender('good', [10, 11, 12, 11]), contender('near', [14, 12, 11, 13])], testToTrain },
      { contenders: [worst, contender('lonely', [])], testToTrain },
    ];
    const [near1, bad1, near2] = [near, bad, conditions[1].contenders[1]].map((c) => pooled(c, good));
    expect([bad1 < near2, near2 < near1, 3 * near2 < 1]).toEqual([true, true, true]);
    const p = (more: Partial<StudySpec['comparison']>) =>
      compareConditions(conditions, { ...comparison, ...more }).map((verdicts) => verdicts.map((verdict) => verdict.p));
    expect(p({ correction: 'bonferroni', family: 'table' })).toEqual([
      [null, Math.min(1, 3 * near1), 3 * bad1],
      [null, 3 * near2],
      [null, null],
    ]);
    // Step down by hand: three tests, the smallest times 3, the next times 2, the largest as it is.
    expect(p({ correction: 'holm', family: 'table' })).toEqual([
      [null, Math.max(near1, 2 * near2), 3 * bad1],
      [null, 2 * near2],
      [null, null],
    ]);
    expect(p({ correction: 'holm' })).toEqual(p({ correction: 'holm', family: 'condition' }));
    expect(p({ correction: 'holm' })).toEqual([
      [null, near1, 2 * bad1],
      [null, near2],
      [null, null],
    ]);
  });

  it('decide on stars by the p of the larger family', () => {
    const x = contender('x', [14, 12, 11, 13]);
    const raw = pooled(x, good);
    const conditions = [0, 1, 2].map(() => ({ contenders: [good, x], testToTrain: () => null }));
    const standing = (family: 'condition' | 'table') =>
      compareConditions(conditions, { ...comparison, alpha: 2 * raw, correction: 'bonferroni', family }).map(
        ([, verdict]) => verdict.standing,
      );
    expect(standing('condition')).toEqual(['worse', 'worse', 'worse']);
    expect(standing('table')).toEqual(['tie', 'tie', 'tie']);
  });
});

describe('a named baseline', () => {
  const against = (baseline: string) =>
    compareMethods([good, near, bad, worst], { ...comparison, baseline }).map((v) => [v.standing, v.significant]);

  it('is what every other method is tested against, on both sides', () => {
    expect(against('bad')).toEqual([
      ['best', true],
      ['tie', true],
      ['tie', false],
      ['worse', false],
    ]);
    const verdict = compareMethods([bad, good], { ...comparison, baseline: 'bad' })[1];
    expect(verdict.p).toBe(pooled(good, bad, 'two-sided'));
  });

  it('without results leaves all untested', () => {
    const verdicts = compareMethods([contender('none', []), good, bad], { ...comparison, baseline: 'none' });
    expect(verdicts.map((verdict) => verdict.p)).toEqual([null, null, null]);
    expect(verdicts.map((verdict) => verdict.standing)).toEqual(['none', 'best', 'tie']);
  });

  it('"best" is the default', () => {
    expect(against('best')).toEqual(
      compareMethods([good, near, bad, worst], comparison).map((v) => [v.standing, v.significant]),
    );
  });
});

const between = (
  methods: StudySpecInput['methods'],
  first: string,
  second: string,
  change: Partial<StudySpecInput> = {},
) => rowDifference(smallSpec({ methods, ...change }), first, second);

describe('what two rows differ in', () => {
  const cosine = { kind: '1nn' as const, metric: 'cosine' as const };

  it('is nothing of the same settings, features and classifier, or of a label that the study does not have', () => {
    const methods = [{ method: 'pca' }, { method: 'lda' }, { method: 'pca', label: 'Again' }];
    expect(between(methods, 'PCA', 'LDA')).toBeNull();
    expect(between(methods, 'PCA', 'Again')).toBeNull();
    expect(between(methods, 'PCA', 'nobody')).toBeNull();
    expect(between(methods, 'nobody', 'PCA')).toBeNull();
  });

  it('are features, with those of the study where a row has none of its own', () => {
    const methods = [{ method: 'pca' }, { method: 'lda', features: [] }, { method: 'fpca', features: ['unit-norm'] }];
    const change = { features: ['equalise', 'unit-norm'] };
    expect([between(methods, 'PCA', 'LDA', change), between(methods, 'FPCA', 'LDA', change)]).toEqual([
      'PCA and LDA differ in the features (histogram equalisation, unit norm; grey values).',
      'FPCA and LDA differ in the features (unit norm; grey values).',
    ]);
  });

  it('are settings of one method, as lists where they are chosen, not those of two', () => {
    const lpp = (label: string, neighbours: number | number[]) => ({ method: 'lpp', label, settings: { neighbours } });
    const methods = [lpp('A', 2), lpp('B', [2, 3]), { method: 'pca' }];
    expect(between(methods, 'A', 'B')).toBe('A and B differ in the setting neighbours (2; [2,3]).');
    expect(between(methods, 'B', 'A')).toBe('B and A differ in the setting neighbours ([2,3]; 2).');
    expect(between(methods, 'A', 'PCA')).toBeNull();
  });

  it('is the classifier, with what its parameters are chosen from', () => {
    const methods = [
      { method: 'pca' },
      { method: 'pca', label: 'Cosine', classifier: cosine },
      { method: 'pca', label: 'List', classifier: { kind: 'knn' as const, k: [1, 3] } },
    ];
    expect([between(methods, 'PCA', 'Cosine'), between(methods, 'List', 'Cosine')]).toEqual([
      'PCA and Cosine differ in the classifier (nearest neighbour; nearest neighbour by the cosine).',
      'List and Cosine differ in the classifier (knn, k from 1 and 3; nearest neighbour by the cosine).',
    ]);
    expect(between(methods, 'PCA', 'Cosine', { classifier: cosine })).toBeNull();
  });
});
