import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { ScoreSamples } from '../../../../src/core/classify/pairScores.ts';
import { curveAxis, EPC_STEPS } from '../../../../src/core/measures/curves.ts';
import { expectedPerformance, decisions } from '../../../../src/core/measures/groups/decisions.ts';
import { operatingPoints } from '../../../../src/core/measures/groups/operatingPoints.ts';
import { errorsAt } from '../../../../src/core/measures/threshold.ts';
import { stream } from '../../../../src/core/random/stream.ts';

const samples = ([genuine, impostors]: readonly number[][]): ScoreSamples => ({
  genuine: Float64Array.from(genuine),
  impostors: Float64Array.from(impostors),
});
const { cases } = JSON.parse(
  readFileSync(new URL('../../../fixtures/stats/expectedPerformance.json', import.meta.url), 'utf8'),
) as { cases: { development: number[][]; evaluation: number[][]; curve: number[]; leastHter: number }[] };
const sharesOf = (development: ScoreSamples, evaluation: ScoreSamples): number[] => {
  const { of, counts } = expectedPerformance(development, evaluation)!;
  return counts.map((count) => count / of);
};
const leastHter = (evaluation: ScoreSamples) =>
  operatingPoints.measure({ pairs: () => ({ evaluation, development: evaluation }) } as never).values['min-hter'];

describe('the expected performance curve', () => {
  it('and the least half total error rate are those of an independent script', () => {
    for (const { development, evaluation, curve, leastHter: least } of cases) {
      const found = sharesOf(samples(development), samples(evaluation));
      expect(found).toHaveLength(EPC_STEPS + 1);
      found.forEach((share, i) => expect(share, `weight ${i}`).toBeCloseTo(curve[i], 12));
      expect(leastHter(samples(evaluation))).toBeCloseTo(least, 12);
    }
  });

  it('is that of the best cut of the development, tried one by one, of equal ones the one with the lower sum, then the strictest', () => {
    const random = stream('expected performance');
    // Coarse scores, so that many are equal.
    const draw = (n: number, shift: number) =>
      Array.from({ length: n }, () => Math.round(3 * (random.normal() + shift)));
    const hter = (given: ScoreSamples, cut: number): number => {
      const { misses, falseAlarms } = errorsAt(given, cut);
      return (misses / given.genuine.length + falseAlarms / given.impostors.length) / 2;
    };
    for (let trial = 0; trial < 30; trial++) {
      const [development, evaluation] = [0, 1].map(() => samples([draw(6 + trial, 0.7), draw(40 - trial, 0)]));
      const levels = [...new Set([...development.genuine, ...development.impostors])].sort((a, b) => b - a);
      const cuts = [Infinity, ...levels.map((level, i) => ((levels[i + 1] ?? -Infinity) + level) / 2)];
      const [own, others] = [development.genuine.length, development.impostors.length];
      const found = sharesOf(development, evaluation);
      for (let i = 0; i <= EPC_STEPS; i++) {
        const cost = (cut: number): readonly [number, number] => {
          const { misses, falseAlarms } = errorsAt(development, cut);
          const [far, frr] = [falseAlarms * own, misses * others];
          return [i * far + (EPC_STEPS - i) * frr, far + frr];
        };
        const best = cuts.reduce((least, cut) => {
          const [a, b] = [cost(cut), cost(least)];
          return a[0] < b[0] || (a[0] === b[0] && a[1] < b[1]) ? cut : least;
        });
        expect(found[i]).toBeCloseTo(hter(evaluation, best), 12);
      }
      // Half of the weight on either error, chosen on the pairs themselves.
      const middle = curveAxis('epc', EPC_STEPS + 1).indexOf(0.5);
      expect(100 * sharesOf(evaluation, evaluation)[middle]).toBeCloseTo(leastHter(evaluation)!, 12);
    }
  });

  it('takes the lower sum at its ends, and the stricter of two thresholds that weigh the same', () => {
    // Above 3.5 one miss, above 1.5 one false alarm; stricter or looser ones are as good at an end only.
    const development = samples([
      [4, 2],
      [3, 1],
    ]);
    // 1 of 3 missed and 1 of 4 accepted above 3.5; none and 2 of 4 above 1.5.
    const evaluation = samples([
      [3.7, 1.7, 5],
      [3.6, 1.6, 0, 1],
    ]);
    const counts = Array.from({ length: EPC_STEPS + 1 }, (_, i) => (2 * i < EPC_STEPS ? 6 : 7));
    expect(expectedPerformance(development, evaluation)).toEqual({ of: 24, counts });
  });

  it('is none where development pairs determine no threshold', () => {
    const [separated, mixed] = [
      samples([
        [4, 5],
        [1, 2],
      ]),
      samples([
        [1, 3],
        [0, 2],
      ]),
    ];
    expect(expectedPerformance(separated, mixed)).toBeNull();
    expect(expectedPerformance(samples([[], [1]]), mixed)).toBeNull();
    const measured = (development: ScoreSamples) =>
      decisions.measure({ pairs: () => ({ evaluation: mixed, development }) } as never).curves.epc;
    expect(measured(separated)).toBeNull();
    expect(measured(mixed)).toEqual({ of: 8, counts: expect.any(Array) });
  });
});
