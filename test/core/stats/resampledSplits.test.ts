import { describe, expect, it } from 'vitest';
import { permutation } from '../../../src/core/random/sampling.ts';
import { stream } from '../../../src/core/random/stream.ts';
import { mean } from '../../../src/core/stats/describe.ts';
import { correctedResampledT } from '../../../src/core/stats/tests/pairedT.ts';
import { averagedRatio, testToTrainRatio } from '../../../src/core/stats/resampledSplits.ts';
import { isUnavailable } from '../../../src/core/stats/tests/testResult.ts';

const IMAGES = 100;
/** 2 … 7 of ten images for training, twice. */
const TESTED = [80, 70, 60, 50, 40, 30, 80, 70, 60, 50, 40, 30];
const sizesOf = (tested: readonly number[]) => tested.map((test) => ({ test, train: IMAGES - test }));

/**
 * Share of 2000 studies in which two equal methods are called different at 0.05: they differ image by image, by the
 * same whatever they were trained on, which is what n_test/n_train was derived for. `draw`: a study from its images.
 */
function falseAlarms(ratio: number, draw: (differences: Float64Array, tests: () => Int32Array) => number[]): number {
  const studies = 2000;
  let alarms = 0;
  for (let study = 0; study < studies; study++) {
    const random = stream('splits of equal methods', study);
    const images = Float64Array.from({ length: IMAGES }, () => random.normal());
    const answer = correctedResampledT(
      draw(images, () => permutation(random, IMAGES)),
      ratio,
    );
    if (!isUnavailable(answer) && answer.p < 0.05) alarms++;
  }
  return alarms / studies;
}

const over = (images: Float64Array, order: Int32Array, count: number): number =>
  mean(Array.from(order.subarray(0, count), (image) => images[image]));

describe('n_test/n_train of splits', () => {
  it('is that of each where all have the same', () => {
    expect([testToTrainRatio([]), testToTrainRatio(sizesOf([60, 60, 60]))]).toEqual([0, 1.5]);
    const scaled = [...sizesOf([60]), { test: 3, train: 2 }];
    expect(testToTrainRatio(scaled)).toBe(1.5);
  });

  it('of two sizes by hand: γ = (1/2 + 1/3) / 2, σ² = (1 + 1/2) / 2', () => {
    const sizes = [
      { test: 1, train: 1 },
      { test: 2, train: 1 },
    ];
    expect(testToTrainRatio(sizes)).toBeCloseTo(5 / 4, 14);
    expect(testToTrainRatio(sizes.toReversed())).toBeCloseTo(5 / 4, 14);
  });

  it('of unequal sizes is γ/(σ² − γ) of the derivation, below the ratio of sums and the mean of ratios', () => {
    const ratio = testToTrainRatio(sizesOf(TESTED));
    const harmonic = 1 / mean(TESTED.map((test) => 1 / test));
    expect(ratio).toBeCloseTo(harmonic / (IMAGES - harmonic), 12);
    expect(ratio).toBeCloseTo(0.971, 3);
    expect(mean(TESTED) / (IMAGES - mean(TESTED))).toBeCloseTo(1.222, 3);
    expect(mean(TESTED.map((test) => test / (IMAGES - test)))).toBeCloseTo(1.655, 3);
  });

  it('of unequal sizes calls equal methods different as often as of equal ones', () => {
    const study = (tested: readonly number[]) => (images: Float64Array, tests: () => Int32Array) =>
      tested.map((count) => over(images, tests(), count));
    const found = [
      falseAlarms(1.5, study(TESTED.map(() => 60))),
      falseAlarms(testToTrainRatio(sizesOf(TESTED)), study(TESTED)),
      falseAlarms(mean(TESTED.map((test) => test / (IMAGES - test))), study(TESTED)),
    ];
    expect(found[0]).toBeGreaterThan(0.04);
    expect(found[0]).toBeLessThan(0.07);
    expect(Math.abs(found[1] - found[0])).toBeLessThan(0.02);
    // The mean of the ratios: half as many, so that true differences are overlooked.
    expect(found[2]).toBeLessThan(0.03);
  });
});

describe('n_test/n_train of means over conditions', () => {
  it('is that of the condition where all have the same splits', () => {
    expect(averagedRatio([{ ratio: 1.5, split: 'k=4' }])).toBe(1.5);
    // To the last bit, which 1/(1/r) would lose.
    expect(averagedRatio([{ ratio: 49, split: 'k=4' }])).toBe(49);
    const noisy = ['noise 1', 'noise 2'].map(() => ({ ratio: 1.5, split: 'k=4' }));
    expect(averagedRatio(noisy)).toBe(1.5);
    expect(averagedRatio([...noisy, { ratio: 0, split: 'k=5' }])).toBe(0);
  });

  it('adds the squared shares of splits over their ratios, of one split the mean', () => {
    const [a, b, c] = [
      { ratio: 1.5, split: 'a' },
      { ratio: 2.5, split: 'a' },
      { ratio: 1, split: 'b' },
    ];
    expect(averagedRatio([a, b])).toBe(2);
    // (2/3)² / 2 + (1/3)² / 1
    for (const order of [
      [a, b, c],
      [c, b, a],
      [a, c, b],
    ])
      expect(averagedRatio(order)).toBeCloseTo(3, 13);
  });

  it('grows with their number where each has splits of its own, and keeps false alarms', () => {
    const tested = [80, 70, 60];
    const conditions = tested.map((test) => ({ ratio: test / (IMAGES - test), split: String(test) }));
    const study = (images: Float64Array, tests: () => Int32Array): number[] =>
      Array.from({ length: 10 }, () => mean(tested.map((count) => over(images, tests(), count))));
    const [averaged, single] = [averagedRatio(conditions), mean(conditions.map(({ ratio }) => ratio))].map((ratio) =>
      falseAlarms(ratio, study),
    );
    expect(averaged).toBeLessThan(0.08);
    expect(averaged).toBeGreaterThan(0.03);
    expect(single).toBeGreaterThan(0.15);
  });
});
