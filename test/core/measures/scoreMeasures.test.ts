import { describe, expect, it } from 'vitest';
import { scoresOfRule } from '../../../src/core/classify/scores.ts';
import { scoreMeasures } from '../../../src/core/measures/scoreMeasures.ts';

/** Two probes whose subject comes first, and one whose subject comes second. */
const scores = scoresOfRule(Float64Array.of(3, 1, 2, 1, 3, 2, 1, 2, 3), [7, 8, 9]);
const truth = Int32Array.of(7, 8, 8);

describe('measures of scores alone', () => {
  it('are those that need no model', () => {
    expect(scoreMeasures(scores, truth, ['reconstruction', 'identification', 'likelihood'])).toEqual({
      values: { 'rank-1': [200 / 3], 'rank-5': [100], 'rank-10': [100], 'rank-20': [100] },
      curves: { cmc: { of: 3, counts: [[2, 3, 3]] } },
    });
  });

  it('compare every probe with every candidate, where no pairs were', () => {
    // Of 3 × 6 comparisons 13 are won and 4 tied; errors are 1/6 and 1/3 above 2, 1/2 and 0 above 1.
    const { values } = scoreMeasures(scores, truth, ['verification']);
    expect(values['verification-auc']).toEqual([expect.closeTo(15 / 18, 12)]);
    expect(values['verification-eer']).toEqual([expect.closeTo(25, 12)]);
  });

  it('have neither values nor curves of decisions that were not made', () => {
    const { values, curves } = scoreMeasures(scores, truth, ['decisions']);
    expect(new Set(Object.values(values).flat())).toEqual(new Set([null]));
    expect(curves).toMatchObject({ epc: { of: 0, counts: [null] } });
  });
});
