import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mean, sampleStd } from '../../../../src/core/stats/describe.ts';
import { holm } from '../../../../src/core/stats/corrections.ts';
import { correctedResampledT, pairedT } from '../../../../src/core/stats/pairedT.ts';
import { signTest } from '../../../../src/core/stats/signTest.ts';
import { twoSampleT } from '../../../../src/core/stats/twoSampleT.ts';
import { welchT } from '../../../../src/core/stats/welchT.ts';
import { wilcoxonSignedRank } from '../../../../src/core/stats/wilcoxon.ts';
import { compareMethods, type Contender } from '../../../../src/core/study/comparison/compare.ts';
import type { StudySpec } from '../../../../src/core/study/spec/spec.ts';

const comparison: StudySpec['comparison'] = { test: 'two-sample-t', alpha: 0.05 };
const contender = (label: string, errors: number[]): Contender => ({
  label,
  values: errors,
  mean: errors.length > 0 ? mean(errors) : null,
  std: errors.length > 1 ? sampleStd(errors) : null,
});

const good = contender('good', [10, 11, 12, 11]);
const near = contender('near', [11, 12, 11, 11]);
const bad = contender('bad', [20, 22, 21, 23]);
const worst = contender('worst', [30, 31, 33, 30]);

describe('compareMethods', () => {
  it('marks the methods that are significantly worse than the best, by the one-tailed p', () => {
    const verdicts = compareMethods([bad, good, near], comparison);
    expect(verdicts.map((verdict) => verdict.standing)).toEqual(['worse', 'best', 'tie']);
    expect(verdicts[0].p).toBe(twoSampleT(bad.values, good.values, 'greater')!.p);
    expect(verdicts[1].p).toBeNull();
    expect(verdicts[2].p).toBeGreaterThan(0.05);
  });

  it('calls the best significant only when it beats every other method', () => {
    expect(compareMethods([good, bad, worst], comparison)[0].significant).toBe(true);
    expect(compareMethods([good, bad, near], comparison)[0].significant).toBe(false);
    expect(compareMethods([good], comparison)[0]).toEqual({ standing: 'best', significant: false, p: null });
  });

  it('draws the line at α', () => {
    const p = twoSampleT(near.values, good.values, 'greater')!.p;
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
    expect(forwards.bad.p).toBe(twoSampleT(bad.values, steady.values, 'greater')!.p);
    expect([forwards.good.significant, forwards.steady.significant]).toEqual([false, false]);
  });

  it('does not depend on the order of the methods for any errors, and always names a best one', () => {
    // Few different values, so that equal means and equal deviations are common.
    const errors = fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(fc.array(errors, { minLength: 1, maxLength: 6 }), fc.nat(), (lists, turn) => {
        const all = lists.map((list, i) => contender(`m${i}`, list));
        const verdicts = compareMethods(all, comparison);
        const by = turn % all.length;
        const turned = compareMethods([...all.slice(by), ...all.slice(0, by)], comparison);
        expect([...turned.slice(all.length - by), ...turned.slice(0, all.length - by)]).toEqual(verdicts);
        const least = Math.min(...all.map((c) => c.mean!));
        verdicts.forEach((verdict, i) => expect(verdict.standing === 'best').toBe(all[i].mean === least));
        expect(verdicts.filter((verdict) => verdict.significant).length).toBeLessThanOrEqual(1);
      }),
    );
  });

  it('has no verdict for a method without results and no p for a single repeat', () => {
    const none = contender('none', []);
    const once = contender('once', [40]);
    const verdicts = compareMethods([none, once, good], comparison);
    expect(verdicts[0]).toEqual({ standing: 'none', significant: false, p: null });
    expect(verdicts[1]).toEqual({ standing: 'tie', significant: false, p: null });
    expect(verdicts[2]).toEqual({ standing: 'best', significant: false, p: null });
    expect(compareMethods([none, none], comparison).every((verdict) => verdict.standing === 'none')).toBe(true);
  });
});

describe('the tests that a study may choose', () => {
  const p = (test: StudySpec['comparison']['test'], ratio: number | null = null) =>
    compareMethods([good, near], { ...comparison, test }, ratio)[1].p;

  it('are those of the statistics, one-tailed against the best', () => {
    const [x, y] = [near.values, good.values];
    expect(p('welch')).toBe(welchT(x, y, 'greater')!.p);
    expect(p('paired-t')).toBe(pairedT(x, y, 'greater')!.p);
    expect(p('wilcoxon')).toBe(wilcoxonSignedRank(x, y, 'greater')!.p);
    expect(p('sign')).toBe(signTest(x, y, 'greater')!.p);
    expect(p('corrected-resampled-t', 4)).toBe(correctedResampledT(x, y, 4, 'greater')!.p);
    expect(p('corrected-resampled-t', 4)).toBeGreaterThan(p('paired-t')!);
  });

  it('give no p where the corrected test is not told the sizes of the splits', () => {
    expect(p('corrected-resampled-t')).toBeNull();
  });

  it('pair errors by repeat, not by position', () => {
    const x: Contender = { ...contender('x', [20, 25, 31]), repeats: [1, 3, 4] };
    const y: Contender = { ...contender('y', [9, 10, 15, 18]), repeats: [1, 2, 3, 4] };
    const verdict = compareMethods([x, y], { ...comparison, test: 'paired-t' })[0];
    expect(verdict.p).toBe(pairedT([20, 25, 31], [9, 15, 18], 'greater')!.p);
  });

  it('are corrected over the methods of a condition', () => {
    const raw = [near, bad, worst].map((c) => twoSampleT(c.values, good.values, 'greater')!.p);
    const all = [good, near, bad, worst];
    const corrected = (correction: 'holm' | 'bonferroni') =>
      compareMethods(all, { ...comparison, correction })
        .slice(1)
        .map((verdict) => verdict.p);
    expect(corrected('holm')).toEqual(holm(raw));
    expect(corrected('bonferroni')).toEqual(raw.map((value) => Math.min(1, 3 * value)));
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
    expect(verdict.p).toBe(twoSampleT(good.values, bad.values)!.p);
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
