import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { FALSE_ACCEPTANCE } from '../../../src/core/measures/curves.ts';
import { operatingPoints } from '../../../src/core/measures/groups/operatingPoints.ts';
import { rocOf } from '../../../src/core/measures/roc.ts';
import {
  intervalsOf,
  MOST_COMPARISONS,
  subjectIntervals,
  type ScoredComparisons,
  type SubjectIntervals,
} from '../../../src/core/measures/subjectIntervals.ts';
import { measureOf } from '../../../src/core/measures/measures.ts';
import { orderComparisons, weightedRates, type RateId } from '../../../src/core/measures/weightedRates.ts';
import { stream } from '../../../src/core/random/stream.ts';
import { mean } from '../../../src/core/stats/describe.ts';

interface Case {
  readonly splits: ScoredComparisons[];
  readonly rates: Partial<Record<RateId, number>>[];
  readonly draws: number[][][];
  readonly drawn: Partial<Record<RateId, [number, number]>>;
  readonly tarAt5: [number, number];
  readonly intervals: Partial<Record<RateId, [number, number]>>;
}
const { cases } = JSON.parse(
  readFileSync(new URL('../../fixtures/stats/subjectIntervals.json', import.meta.url), 'utf8'),
) as { cases: Case[] };
const idsOf = (record: object): RateId[] => Object.keys(record) as RateId[];
const ones = ({ genuine }: ScoredComparisons): Float64Array => new Float64Array(genuine.length).fill(1);
const orderOf = ({ scores, genuine, decided }: ScoredComparisons) => orderComparisons(scores, genuine, decided);

/** From the mean of the draws to the estimate. */
function shiftOf(splits: ScoredComparisons[], draws: number[][][], id: RateId): number {
  const meanOf = (weights: ArrayLike<number>[]): number =>
    mean(splits.map((split, at) => weightedRates(orderOf(split), weights[at])!.values[id]!));
  return meanOf(splits.map(ones)) - mean(draws.map(meanOf));
}

describe('rates of weighted comparisons', () => {
  it('are those of scikit-learn', () => {
    for (const { splits, rates } of cases) {
      splits.forEach((split, at) => {
        const found = weightedRates(orderOf(split), ones(split))!;
        for (const id of idsOf(rates[at])) expect(found.values[id], id).toBeCloseTo(rates[at][id]!, 10);
      });
    }
  });

  it('of weights of one are the measures themselves', () => {
    for (const split of cases.flatMap(({ splits }) => splits)) {
      const of = (kind: number) =>
        Float64Array.from(Array.from(split.scores).filter((_, at) => split.genuine[at] === kind));
      const samples = { genuine: of(1), impostors: of(0) };
      const { values, counts } = weightedRates(orderOf(split), ones(split))!;
      const roc = rocOf(samples.genuine, samples.impostors)!;
      expect([values['verification-auc'], values['verification-eer'], counts]).toEqual([
        roc.auc,
        roc.eer,
        roc.accepted,
      ]);
      const compared = { evaluation: samples, development: samples };
      const measured = operatingPoints.measure({ pairs: () => compared } as never).values;
      expect(values['min-dcf']).toBeCloseTo(measured['min-dcf']!, 12);
      expect(values['min-hter']).toBeCloseTo(measured['min-hter']!, 12);
      expect(values['tar-at-far-10']).toBe(measured['tar-at-far-10']);
    }
  });

  it('are the same of ranks, and know the threshold by the errors that it makes', () => {
    const [split] = cases[0].splits;
    const ranked = { ...split, scores: Array.from(split.scores, (score) => Math.exp(score)) };
    expect(weightedRates(orderOf(ranked), ones(split))).toEqual(weightedRates(orderOf(split), ones(split)));
    const impossible = { ...split, decided: { falseAlarms: 0, misses: 0 } };
    expect(() => orderOf(impossible)).toThrow(/No threshold accepts 0 impostors/);
    const none = weightedRates(orderOf({ ...split, decided: null }), ones(split))!;
    expect([none.values.hter, none.values['false-rejection']]).toEqual([null, null]);
    expect(weightedRates(orderOf(split), new Float64Array(split.genuine.length))).toBeNull();
  });
});

describe('intervals over subjects', () => {
  it('of given draws are the percentiles that scikit-learn and NumPy give', () => {
    for (const { splits, draws, drawn, tarAt5 } of cases) {
      let turn = 0;
      const weights = splits.map(({ genuine }) => new Float64Array(genuine.length));
      const draw = () => draws[turn++].forEach((own, split) => weights[split].set(own));
      const { values, curve } = intervalsOf(splits, { weights, draw }, stream('unused'), draws.length);
      for (const id of idsOf(drawn)) {
        if (measureOf(id).subjects === undefined) {
          expect(values[id], id).toBeNull();
          continue;
        }
        const by = measureOf(id).subjects === 'shifted middle' ? shiftOf(splits, draws, id) : 0;
        expect(values[id]!.low, id).toBeCloseTo(drawn[id]![0] + by, 10);
        expect(values[id]!.high, id).toBeCloseTo(Math.min(drawn[id]![1] + by, measureOf(id).range[1]!), 10);
      }
      const place = FALSE_ACCEPTANCE.indexOf(0.05);
      expect(curve[place]!.low).toBeCloseTo(tarAt5[0], 12);
      expect(curve[place]!.high).toBeCloseTo(tarAt5[1], 12);
      expect([curve[0], curve.at(-1)]).toEqual([null, null]);
    }
  });

  it('of own draws agree with 3999 draws of an independent script, and are the same again', () => {
    for (const { splits, intervals } of cases) {
      const [a, b] = [1, 2].map(() => subjectIntervals(splits, stream('intervals')) as SubjectIntervals);
      expect(a).toEqual(b);
      for (const id of idsOf(intervals)) {
        const [low, high] = intervals[id]!;
        if (measureOf(id).subjects !== 'middle') continue;
        // The standard error of a 2.5% quantile of 999 normal draws is 2% of the width, and counts move in steps.
        const error = 0.12 * (high - low);
        expect(Math.abs(a.values[id]!.low - low), id).toBeLessThan(error);
        expect(Math.abs(a.values[id]!.high - high), id).toBeLessThan(error);
      }
    }
  });

  it('lack where there is nothing to draw, or too much; rates that the pairs cannot show have none', () => {
    const [split] = cases[0].splits;
    expect(subjectIntervals([], stream('a'))).toBe('no scores');
    const alone = { ...split, subjects: split.genuine.length > 0 ? Array.from(split.genuine, () => 4) : [] };
    expect(subjectIntervals([alone], stream('a'))).toBe('too few subjects');
    const long = { length: MOST_COMPARISONS + 1 };
    const many = { scores: long, genuine: long, subjects: long, decided: null } as ScoredComparisons;
    expect(subjectIntervals([many], stream('a'))).toBe('too many pairs');
    const { values } = subjectIntervals([split], stream('a')) as SubjectIntervals;
    // 144 impostors.
    expect(values['tar-at-far-10']).not.toBeNull();
    for (const id of ['tar-at-far-1', 'tar-at-far-0.1', 'tar-at-far-0.01'] as const) expect(values[id]).toBeNull();
  });

  it('of a curve need three impostors above the threshold in the split that has the fewest', () => {
    const half = (count: number, from: number) => Array.from({ length: count }, (_, i) => from + (2 * i) / count);
    const splitOf = (impostors: number): ScoredComparisons => ({
      scores: [...half(40, 0.5), ...half(impostors, 0)],
      genuine: Uint8Array.from({ length: 40 + impostors }, (_, i) => (i < 40 ? 1 : 0)),
      subjects: Int32Array.from({ length: 40 + impostors }, (_, i) => i),
      decided: null,
    });
    const curveOf = (...counts: number[]) => {
      const splits = counts.map(splitOf);
      const weights = splits.map(({ genuine }) => new Float64Array(genuine.length).fill(1));
      return intervalsOf(splits, { weights, draw: () => undefined }, stream('unused'), 1).curve;
    };
    const [at29, at30] = [0.29, 0.3].map((rate) => FALSE_ACCEPTANCE.indexOf(rate));
    for (const curve of [curveOf(10, 500), curveOf(500, 10)]) {
      expect(curve[at29]).toBeNull();
      expect(curve[at30]).not.toBeNull();
    }
    expect(curveOf(500, 500)[at29]).not.toBeNull();
  });
});
