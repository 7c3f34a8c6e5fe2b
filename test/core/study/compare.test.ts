import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mean, sampleStd } from '../../../src/core/stats/describe.ts';
import { twoSampleT } from '../../../src/core/stats/twoSampleT.ts';
import { compareMethods, type Contender } from '../../../src/core/study/compare.ts';

const comparison = { test: 'two-sample-t', alpha: 0.05 } as const;
const contender = (label: string, errors: number[]): Contender => ({
  label,
  errors,
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
    expect(verdicts[0].p).toBe(twoSampleT(bad.errors, good.errors, 'greater')!.p);
    expect(verdicts[1].p).toBeNull();
    expect(verdicts[2].p).toBeGreaterThan(0.05);
  });

  it('calls the best significant only when it beats every other method', () => {
    expect(compareMethods([good, bad, worst], comparison)[0].significant).toBe(true);
    expect(compareMethods([good, bad, near], comparison)[0].significant).toBe(false);
    expect(compareMethods([good], comparison)[0]).toEqual({ standing: 'best', significant: false, p: null });
  });

  it('draws the line at α', () => {
    const p = twoSampleT(near.errors, good.errors, 'greater')!.p;
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
    expect(forwards.bad.p).toBe(twoSampleT(bad.errors, steady.errors, 'greater')!.p);
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
