import { describe, expect, it } from 'vitest';
import { scoresOfRule, type Scores } from '../../../src/core/classify/scores.ts';
import { int32Bytes, sha256Hex } from '../../../src/core/hash.ts';
import { developmentCriterion, hasDevelopmentCriterion } from '../../../src/core/measures/developmentCriterion.ts';
import { pairMeter } from '../../../src/core/measures/pairMeter.ts';
import { UNDECIDED } from '../../../src/core/measures/threshold.ts';
import type { SplitPairs } from '../../../src/core/protocols/split.ts';

const list = (probes: number[], references: number[], genuine: number[]) => ({
  probes: Int32Array.from(probes),
  references: Int32Array.from(references),
  genuine: Uint8Array.from(genuine),
});
const pairs: SplitPairs = {
  evaluation: list([0, 0, 1, 1, 2, 3], [0, 1, 0, 1, 0, 0], [1, 0, 0, 1, 1, 0]),
  development: list([3, 1, 2, 0], [1, 0, 0, 1], [1, 1, 0, 0]),
  threshold: 'fewest errors',
};
const gallery = [7, 8];
const viewOf = (q: number, scores: Scores | null) => ({
  shape: [q],
  scores: () => scores,
  model: () => null,
  fitSeconds: 0,
  testSeconds: 0,
});
/** Of four probes with two gallery images; `third`: of the third probe with the first image. */
const scores = (third: number) => scoresOfRule(Float64Array.of(5, 1, 2, 4, third, 3, 1, 6), gallery);
// Development pairs: genuine 6 and 2, impostors 3 and 1; evaluation pairs in order: 5, 1, 2, 4, 3, 1.
const overlapping = viewOf(2, scores(3));
// Genuine 6 and 2, impostors 1.5 and 1; 5, 1, 2, 4, 1.5, 1.
const separated = viewOf(3, scores(1.5));

describe('decisions on pairs', () => {
  it('are by the strictest threshold with the fewest errors of the development, with ranks of the scores', () => {
    const meter = pairMeter(pairs, gallery, (samples, rule) => samples.genuine[0] + rule.length);
    meter.observe(overlapping);
    // Above 4.5 one genuine pair of the development is missed, as many errors as above 1.5.
    expect(meter.results([[2]])).toEqual({
      wrong: [2],
      nearest: Uint32Array.of(4, 0, 1, 3, 2, 0),
      testCount: 6,
      predictionHash: sha256Hex(int32Bytes(Int32Array.of(1, 0, 0, 0, 0, 0))),
    });
    expect([meter.warnings([[2]]), meter.judged([[2]])]).toEqual([[], [6 + 'fewest errors'.length]]);
    expect(meter.compared(overlapping).development).toEqual({
      genuine: Float64Array.of(6, 2),
      impostors: Float64Array.of(3, 1),
    });
    expect(pairMeter(pairs, gallery).observe(overlapping)).toBeUndefined();
  });

  it('are none where the development is separated, and say within which share they would be wrong', () => {
    const meter = pairMeter(pairs, gallery);
    meter.observe(separated);
    meter.observe(overlapping);
    const { wrong, nearest, predictionHash } = meter.results([[2], [3]]);
    expect(wrong).toEqual([2, UNDECIDED]);
    expect([...nearest]).toEqual([4, 0, 1, 3, 2, 0, 4, 0, 2, 3, 1, 0]);
    const decisions = Int32Array.of(1, 0, 0, 0, 0, 0, 2, 2, 2, 2, 2, 2);
    expect(predictionHash).toBe(sha256Hex(int32Bytes(decisions)));
    // Between 1.5 and 2: one of six missed, one accepted.
    const sentence =
      'the scores of the development pairs are separated completely. Thresholds between them decide 33.3 to 33.3% of the pairs wrongly.';
    expect(meter.warnings([[3]])).toEqual([`No threshold is determined: ${sentence}`]);
    expect(meter.warnings([[2], [3]])).toEqual([`No threshold is determined at 1 latent shape: ${sentence}`]);
    expect(meter.judged([[3]])).toEqual([Number.NaN]);
    // The decisions of every shape stand at its place.
    expect(meter.results([[3], [2]]).predictionHash).toBe(
      sha256Hex(int32Bytes(Int32Array.of(2, 2, 2, 2, 2, 2, 1, 0, 0, 0, 0, 0))),
    );
    // Genuine 6 and 2, impostors 1.5 and 1 as before; of six evaluation pairs three are missed, one accepted.
    meter.observe(viewOf(4, scoresOfRule(Float64Array.of(1, 1, 2, 1, 1.5, 1, 1, 6), gallery)));
    expect(meter.warnings([[3], [4]])[0]).toMatch(/is determined: .* decide 33\.3 to 66\.7% of the pairs wrongly\.$/);
  });

  it('accept what lies above the threshold, not at it', () => {
    // Development: genuine 6 and 2, impostors 4 and 1, so that the threshold is 5; evaluation: 5 twice.
    const meter = pairMeter(
      {
        ...pairs,
        evaluation: list([0, 0], [0, 1], [1, 0]),
        development: list([1, 1, 2, 2], [0, 1, 0, 1], [1, 0, 1, 0]),
      },
      gallery,
    );
    meter.observe(viewOf(2, scoresOfRule(Float64Array.of(5, 5, 6, 4, 2, 1), gallery)));
    expect(meter.results([[2]])).toMatchObject({
      wrong: [1],
      predictionHash: sha256Hex(int32Bytes(Int32Array.of(0, 0))),
    });
  });

  it('take the scores of a shape once, and need some', () => {
    let asked = 0;
    const counted = { ...overlapping, scores: () => (asked++, scores(3)) };
    const meter = pairMeter(pairs, gallery);
    meter.observe(counted);
    meter.compared(counted);
    expect(asked).toBe(1);
    meter.compared(separated);
    meter.compared(counted);
    expect(asked).toBe(2);
    expect(() => meter.observe(viewOf(4, null))).toThrow('gives no scores to verify by');
  });

  it('compare with the best image of a subject where references are templates', () => {
    const meter = pairMeter({ ...pairs, templates: true }, [7, 7]);
    const both = viewOf(2, scoresOfRule(Float64Array.of(5, 1, 2, 4, 3, 3, 1, 6), [7, 7]));
    // The better of both scores of a probe: 5, 5, 4, 4, 3, 6.
    expect(meter.compared(both).evaluation).toEqual({
      genuine: Float64Array.of(5, 4, 3),
      impostors: Float64Array.of(5, 4, 6),
    });
  });
});

it('development pairs are judged by errors of the rule, or by a rate, negative where more of it is better', () => {
  const samples = { genuine: Float64Array.of(6, 2), impostors: Float64Array.of(3, 1) };
  expect(developmentCriterion(samples, 'fewest errors', 'error-rate')).toBe(1 / 4);
  // Above 2.5 one error of either kind.
  expect(developmentCriterion(samples, 'equal rates', 'error-rate')).toBe(2 / 4);
  const by = (id: Parameters<typeof developmentCriterion>[2]) => developmentCriterion(samples, 'fewest errors', id);
  expect(by('verification-auc')).toBe(-3 / 4);
  expect([by('verification-eer'), by('min-hter'), by('hter')]).toEqual([50, 25, 50]);
  // Of costs 0.1 for misses and 0.99 for false alarms half of the misses, as a share of 0.1.
  expect(by('min-dcf')).toBeCloseTo(0.5, 12);
  expect(() => by('rank-1')).toThrow('Development pairs are not judged by "rank-1"');
  expect([hasDevelopmentCriterion('hter'), hasDevelopmentCriterion('error-rate')]).toEqual([true, false]);
});
