import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FALSE_ACCEPTANCE } from '../../../src/core/measures/curves.ts';
import { rocOf } from '../../../src/core/measures/roc.ts';

const roc = (genuine: number[], impostors: number[]) =>
  rocOf(Float64Array.from(genuine), Float64Array.from(impostors))!;
/** Few values, so that there are ties. */
const scores = fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: 40 });

describe('rocOf', () => {
  it('has as area the share of pairs in which the genuine score is larger, ties counted half', () => {
    fc.assert(
      fc.property(scores, scores, (genuine, impostors) => {
        let wins = 0;
        for (const g of genuine) for (const i of impostors) wins += g > i ? 1 : g === i ? 0.5 : 0;
        expect(roc(genuine, impostors).auc).toBeCloseTo(wins / (genuine.length * impostors.length), 12);
      }),
    );
  });

  it('counts the genuine scores above the strictest threshold that a false acceptance rate allows', () => {
    fc.assert(
      fc.property(scores, scores, (genuine, impostors) => {
        const { accepted } = roc(genuine, impostors);
        FALSE_ACCEPTANCE.forEach((rate, at) => {
          const thresholds = [...genuine, ...impostors, Infinity].filter(
            (t) => impostors.filter((i) => i >= t).length / impostors.length <= rate + 1e-12,
          );
          const loosest = Math.min(...thresholds);
          expect(accepted[at]).toBe(genuine.filter((g) => g >= loosest).length);
        });
      }),
    );
  });

  it('has an equal error rate between the two rates at the neighbouring thresholds', () => {
    fc.assert(
      fc.property(scores, scores, (genuine, impostors) => {
        const rates = [...new Set([...genuine, ...impostors, Infinity])]
          .sort((a, b) => b - a)
          .map((t) => [
            impostors.filter((i) => i >= t).length / impostors.length,
            genuine.filter((g) => g < t).length / genuine.length,
          ]);
        const after = rates.findIndex(([accepted, rejected]) => accepted >= rejected);
        const [low, high] = [rates[after - 1] ?? rates[after], rates[after]];
        const eer = roc(genuine, impostors).eer / 100;
        expect(eer).toBeGreaterThanOrEqual(Math.max(low[0], high[1]) - 1e-12);
        expect(eer).toBeLessThanOrEqual(Math.min(low[1], high[0]) + 1e-12);
      }),
    );
  });

  it('is 0 for scores that a threshold separates and a half for equal ones', () => {
    expect(roc([3, 4], [1, 2])).toMatchObject({ auc: 1, eer: 0 });
    expect(roc([1, 2], [3, 4])).toMatchObject({ auc: 0, eer: 100 });
    expect(roc([1, 1], [1, 1, 1])).toMatchObject({ auc: 0.5, eer: 50 });
    // One of four genuine scores lies below one of four impostors.
    expect(roc([5, 6, 7, 1], [0, 2, -1, -2])).toMatchObject({ auc: 15 / 16, eer: 25 });
  });

  it('does not exist without scores on both sides, or where one is no number', () => {
    expect(rocOf(new Float64Array(0), Float64Array.of(1))).toBeNull();
    expect(rocOf(Float64Array.of(1), new Float64Array(0))).toBeNull();
    expect(rocOf(Float64Array.of(1, NaN), Float64Array.of(1))).toBeNull();
    expect(rocOf(Float64Array.of(1), Float64Array.of(NaN, 1))).toBeNull();
  });
});
