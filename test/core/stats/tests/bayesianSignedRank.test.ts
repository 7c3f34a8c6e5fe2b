import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  bayesianSignedRank,
  POSTERIOR_DRAWS,
  signedRankDraws,
} from '../../../../src/core/stats/tests/bayesianSignedRank.ts';
import { answered } from '../fixture.ts';

const url = new URL('../../../fixtures/stats/bayesianSignedRank.json', import.meta.url);
const cases = JSON.parse(readFileSync(url, 'utf8')) as {
  differences: number[];
  rope: number;
  probabilities: [number, number, number];
}[];

/** Four standard errors of a share of our draws against one of 200,000. */
function near(found: number, expected: number): void {
  const error = Math.sqrt(expected * (1 - expected) * (1 / POSTERIOR_DRAWS + 1 / 200_000));
  expect(Math.abs(found - expected)).toBeLessThanOrEqual(4 * error);
}

describe('bayesianSignedRank', () => {
  it.each(cases)("has NumPy's probabilities of $differences, ±$rope", ({ differences, rope, probabilities }) => {
    const { less, equivalent, greater } = answered(bayesianSignedRank(differences, rope));
    near(less, probabilities[0]);
    near(equivalent, probabilities[1]);
    near(greater, probabilities[2]);
    expect(less + equivalent + greater).toBeCloseTo(1, 12);
  });

  it('has the closed form of two equal differences', () => {
    // Mass w₀ ~ Beta(½, 2) is at 0: F(x) = (3 √x − x√x)/2. Mixed pairs count as greater, or within the region.
    const share = (x: number): number => (3 * Math.sqrt(x) - x * Math.sqrt(x)) / 2;
    near(answered(bayesianSignedRank([5, 5], 1)).greater, share(Math.SQRT1_2));
    near(answered(bayesianSignedRank([5, 5], 3)).greater, share(1 - Math.SQRT1_2));
    near(answered(bayesianSignedRank([-5, -5], 3)).less, share(1 - Math.SQRT1_2));
  });

  it('is certain of equality where all differences lie within the region, its ends included', () => {
    for (const d of [
      [0, 0, 0],
      [1, -1, 1],
      [0.4, 0.2],
    ]) {
      expect(bayesianSignedRank(d, 1)).toEqual({ less: 0, equivalent: 1, greater: 0 });
    }
  });

  it('gives the same numbers every time, in any order of the differences', () => {
    const { differences, rope } = cases[1];
    const found = bayesianSignedRank(differences, rope);
    expect(bayesianSignedRank([...differences].reverse(), rope)).toEqual(found);
    expect(bayesianSignedRank(differences, rope, signedRankDraws(differences.length))).toEqual(found);
  });

  it('has no answer below two differences, and refuses regions and draws that do not fit', () => {
    expect(bayesianSignedRank([1], 1)).toBe('too few repeats');
    expect(() => bayesianSignedRank([1, 2], -1)).toThrow(RangeError);
    expect(() => bayesianSignedRank([1, 2], NaN)).toThrow(RangeError);
    expect(() => bayesianSignedRank([1, 2], 1, signedRankDraws(3))).toThrow(RangeError);
  });
});
