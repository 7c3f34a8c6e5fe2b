import { describe, expect, it } from 'vitest';
import { disagreement, mcnemarExact, mcnemarMidP } from '../../../../src/core/stats/tests/mcnemar.ts';
import { answered, expectClose, fixture, ties } from '../fixture.ts';

/** 8 images on which only one is wrong: of 256 outcomes as many have 0, 1, 2 … of the first. */
const OUTCOMES = [1, 8, 28, 56, 70, 56, 28, 8, 1];
const upTo = (k: number): number => OUTCOMES.slice(0, k + 1).reduce((sum, value) => sum + value, 0) / 256;

describe('disagreement of two classifiers', () => {
  it('counts no image that both get right or both wrong, alike or not', () => {
    // Both right three times, the first alone wrong once, the second twice, both four times.
    const truth = new Array<number>(10).fill(1);
    const [first, second] = [
      [1, 1, 1, 2, 1, 1, 2, 2, 3, 2],
      [1, 1, 1, 1, 2, 3, 2, 3, 2, 2],
    ];
    expect(disagreement(first, second, truth)).toEqual({ onlyFirstWrong: 1, onlySecondWrong: 2 });
    expect(disagreement([], [], [])).toEqual({ onlyFirstWrong: 0, onlySecondWrong: 0 });
  });

  it('is refused where either lacks a label', () => {
    expect(() => disagreement([1], [1, 2], [1, 2])).toThrow('disagreement: 1, 2 and 2 labels');
    expect(() => disagreement([1, 2], [1], [1, 2])).toThrow('disagreement: 2, 1 and 2 labels');
  });
});

describe('the exact test of McNemar', () => {
  it.each(fixture.mcnemar)('agrees with SciPy for $b against $c', ({ b, c, exact }) => {
    expectClose(answered(mcnemarExact({ onlyFirstWrong: b, onlySecondWrong: c })).p, exact, 1e-12);
  });

  it('is that of a fair coin, on either side and on both', () => {
    for (let k = 0; k <= 8; k++) {
      const counts = { onlyFirstWrong: k, onlySecondWrong: 8 - k };
      const p = (alternative?: 'greater' | 'less') => mcnemarExact(counts, alternative);
      const close = (value: number): unknown => expect.closeTo(value, 13);
      expect(p()).toEqual({ statistic: k, df: null, p: close(Math.min(1, 2 * upTo(Math.min(k, 8 - k)))) });
      expect(p('greater')).toMatchObject({ p: close(upTo(8 - k)) });
      expect(p('less')).toMatchObject({ p: close(upTo(k)) });
    }
  });
});

describe('the mid-p of McNemar', () => {
  it.each(ties.mcnemar)('has the mid-p of its definition for $b against $c', ({ b, c, exact, midP }) => {
    expectClose(answered(mcnemarExact({ onlyFirstWrong: b, onlySecondWrong: c })).p, exact, 1e-11);
    expectClose(answered(mcnemarMidP({ onlyFirstWrong: b, onlySecondWrong: c })).p, midP, 1e-11);
    expectClose(answered(mcnemarMidP({ onlyFirstWrong: c, onlySecondWrong: b })).p, midP, 1e-11);
    expect(midP).toBeLessThan(exact);
  });

  it('takes half of the outcomes as likely as the one that was found, on both sides', () => {
    for (let k = 0; k <= 8; k++) {
      const few = Math.min(k, 8 - k);
      const below = few === 0 ? 0 : upTo(few - 1);
      const expected = Math.min(1, 2 * (below + OUTCOMES[few] / 512));
      const found = mcnemarMidP({ onlyFirstWrong: k, onlySecondWrong: 8 - k });
      expect(found).toEqual({ statistic: k, df: null, p: expect.closeTo(k === 4 ? 1 - 70 / 512 : expected, 13) });
    }
  });

  it('of one image is a half, and is never below 0', () => {
    expect(mcnemarMidP({ onlyFirstWrong: 1, onlySecondWrong: 0 })).toMatchObject({ p: 0.5 });
    for (const n of [60, 1070, 1080, 3000]) {
      const { p } = mcnemarMidP({ onlyFirstWrong: n, onlySecondWrong: 0 }) as { p: number };
      expect(p).toBeGreaterThanOrEqual(0);
      expect(p).toBeLessThanOrEqual(2 ** -n * (1 + 1e-12));
    }
  });

  it('has no answer without disagreement', () => {
    expect(mcnemarExact({ onlyFirstWrong: 0, onlySecondWrong: 0 })).toBe('no difference');
    expect(mcnemarMidP({ onlyFirstWrong: 0, onlySecondWrong: 0 })).toBe('no difference');
  });
});
