import { describe, expect, it } from 'vitest';
import { pairPower } from '../../../src/core/compare/pairPower.ts';
import { detectable, powerOf, repeatsFor, imagesFor } from '../../../src/core/compare/power.ts';
import { stream } from '../../../src/core/random/stream.ts';
import { correctedResampledT } from '../../../src/core/stats/tests/pairedT.ts';
import { isUnavailable } from '../../../src/core/stats/tests/testResult.ts';

describe('the power of the corrected test', () => {
  const design = { repeats: 10, testToTrain: 1.5, alpha: 0.05, tails: 2 } as const;

  it('is its size where there is no difference', () => {
    expect(powerOf(design, 0)).toBeCloseTo(0.05, 8);
    expect(powerOf({ ...design, tails: 1 }, 0)).toBeCloseTo(0.05, 8);
  });

  /** Repeats that correlate by ρ = r/(1 + r), with a true difference in units of their expected spread. */
  it.each([0, 3])('is the share of simulated studies with a difference of %d that the test finds', (effect) => {
    const random = stream('power', effect);
    const { repeats, testToTrain, alpha } = design;
    const common = Math.sqrt(testToTrain);
    const studies = 6000;
    let found = 0;
    for (let study = 0; study < studies; study++) {
      const shared = common * random.normal();
      const differences = Array.from({ length: repeats }, () => effect + shared + random.normal());
      const answer = correctedResampledT(differences, testToTrain);
      if (!isUnavailable(answer) && answer.p < alpha) found++;
    }
    const power = powerOf(design, effect);
    const error = Math.sqrt((power * (1 - power)) / studies);
    expect(Math.abs(found / studies - power)).toBeLessThan(4 * error);
  });

  it('reaches the wanted power at the smallest difference that it names, and not below', () => {
    const effect = detectable(design, 0.8);
    expect(powerOf(design, effect)).toBeCloseTo(0.8, 9);
    expect(powerOf(design, 0.99 * effect)).toBeLessThan(0.8);
  });

  it('names the fewest repeats, or that no number suffices', () => {
    const few = { testToTrain: 0.1, alpha: 0.05, tails: 2 } as const;
    const repeats = repeatsFor(few, 1.2, 0.8)!;
    expect(powerOf({ ...few, repeats }, 1.2)).toBeGreaterThanOrEqual(0.8);
    expect(powerOf({ ...few, repeats: repeats - 1 }, 1.2)).toBeLessThan(0.8);
    expect(repeatsFor({ ...few, testToTrain: 4 }, 5, 0.8)).toBeNull();
  });

  it('of measured repeats says what is missing', () => {
    const differences = [1, 3, 2, 4, 0];
    const found = pairPower(differences, { testToTrain: 4, alpha: 0.05 }, 2, 0.8)!;
    expect(found.spread).toBeCloseTo(Math.sqrt(2.5), 12);
    expect(found.repeatsNeeded).toBeNull();
    expect(found.testToTrainNeeded).toBeNull();
    expect(powerOf({ ...design, repeats: 5, testToTrain: 4 }, found.detectable / found.spread)).toBeCloseTo(0.8, 8);
    const large = pairPower(differences, { testToTrain: 4, alpha: 0.05 }, 5, 0.8)!;
    expect(powerOf({ ...design, repeats: 5, testToTrain: large.testToTrainNeeded! }, 5 / large.spread)).toBeCloseTo(
      0.8,
      6,
    );
    expect(pairPower([1, 1, 1], { testToTrain: 4, alpha: 0.05 }, 2, 0.8)).toBeNull();
  });
});

describe('imagesFor', () => {
  it('is the size of McNemar’s test by Connor, worked by hand', () => {
    // ψ = 0.2, δ = 0.1: (1.959964 √0.2 + 0.841621 √0.19)² / 0.01 = 154.6.
    const counts = { repeat: 1, onlyFirstWrong: 15, onlySecondWrong: 5, tests: 100 };
    expect(imagesFor(counts, 10, 0.05, 0.8)).toBe(155);
    expect(imagesFor(counts, -10, 0.05, 0.8)).toBe(155);
    expect(imagesFor(counts, 25, 0.05, 0.8)).toBeNull();
    expect(imagesFor(counts, 0, 0.05, 0.8)).toBeNull();
  });

  it('is possible up to the difference at which every disagreement is of one side', () => {
    // ψ = δ = 0.5: (1.959964 √0.5 + 1.281552 √0.25)² / 0.25 = 16.43.
    const counts = { repeat: 1, onlyFirstWrong: 8, onlySecondWrong: 0, tests: 16 };
    expect(imagesFor(counts, 50, 0.05, 0.9)).toBe(17);
  });
});
