import { describe, expect, it } from 'vitest';
import { rocOf } from '../../../src/core/measures/roc.ts';
import { orderComparisons, supportsMeasure, weightedRates } from '../../../src/core/measures/weightedRates.ts';
import { stream } from '../../../src/core/random/stream.ts';

describe('rates of weighted comparisons', () => {
  // In order: genuine 9, impostor 7, genuine 7, impostor 5, genuine 3, impostor 1.
  const scores = [5, 9, 7, 7, 1, 3];
  const genuine = [0, 1, 1, 0, 0, 1];

  it('are ordered by score, equal ones in one run and as they came', () => {
    const { order, ends, accepted } = orderComparisons(scores, genuine, null);
    expect([[...order], ends, accepted]).toEqual([[1, 2, 3, 0, 5, 4], [1, 3, 4, 5, 6], null]);
  });

  it('find the threshold by the errors that it makes, the ends included', () => {
    const runs = (falseAlarms: number, misses: number) =>
      orderComparisons(scores, genuine, { falseAlarms, misses }).accepted;
    expect([runs(0, 3), runs(0, 2), runs(1, 1), runs(2, 1), runs(2, 0), runs(3, 0)]).toEqual([0, 1, 2, 3, 4, 5]);
    expect(() => runs(1, 2)).toThrow('No threshold accepts 1 impostors and rejects 2 genuine comparisons');
  });

  it('are those of the decisions: of none accepted, of one run, of all, and of no threshold', () => {
    const decided = (falseAlarms: number, misses: number) => {
      const rates = weightedRates(
        orderComparisons(scores, genuine, { falseAlarms, misses }),
        scores.map(() => 1),
      )!;
      const { hter, 'false-acceptance': far, 'false-rejection': frr } = rates.values;
      return [hter, far, frr].map((value) => Number(value!.toFixed(9)));
    };
    expect(decided(0, 3)).toEqual([50, 0, 100]);
    expect(decided(1, 1)).toEqual([33.333333333, 33.333333333, 33.333333333]);
    expect(decided(3, 0)).toEqual([50, 100, 0]);
    const { values } = weightedRates(
      orderComparisons(scores, genuine, null),
      scores.map(() => 1),
    )!;
    expect(values).toMatchObject({ hter: null, 'false-acceptance': null, 'false-rejection': null });
  });

  it('count a comparison as often as its weight says, in every place', () => {
    const random = stream('weighted rates');
    for (let trial = 0; trial < 20; trial++) {
      const given = Array.from({ length: 60 }, () => Math.round(4 * random.normal()));
      const kinds = given.map((_, i) => (i % 3 === 0 ? 1 : 0));
      const weights = given.map(() => Math.floor(3 * random.uniform()));
      const repeated = (kind: number) =>
        Float64Array.from(
          given.flatMap((score, i) => (kinds[i] === kind ? Array<number>(weights[i]).fill(score) : [])),
        );
      const { auc, eer, accepted } = rocOf(repeated(1), repeated(0))!;
      const found = weightedRates(orderComparisons(given, kinds, null), weights)!;
      expect(found.values['verification-auc']).toBeCloseTo(auc, 12);
      expect(found.values['verification-eer']).toBeCloseTo(eer, 10);
      expect([found.counts, found.of]).toEqual([accepted, repeated(1).length]);
    }
  });

  it('do not exist without weight on either kind', () => {
    const ordered = orderComparisons(scores, genuine, null);
    expect(weightedRates(ordered, genuine)).toBeNull();
    expect(
      weightedRates(
        ordered,
        genuine.map((kind) => 1 - kind),
      ),
    ).toBeNull();
  });

  it('at a rate need as many impostors as show it', () => {
    const comparisons = (impostors: number) => ({ genuine: [1, 1, ...Array<number>(impostors).fill(0)] });
    expect(supportsMeasure('tar-at-far-1', comparisons(299))).toBe(false);
    expect(supportsMeasure('tar-at-far-1', comparisons(300))).toBe(true);
    expect(supportsMeasure('verification-auc', comparisons(1))).toBe(true);
  });
});
