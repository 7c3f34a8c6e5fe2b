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

  it('decides every draw by the weights of the pairs, ties for equality, then for greater', () => {
    const decided = (differences: number[], rope: number, weights: number[]) =>
      bayesianSignedRank(
        differences,
        rope,
        Float64Array.from({ length: POSTERIOR_DRAWS * weights.length }, (_, i) => weights[i % weights.length]),
      );
    const [less, equivalent, greater] = ['less', 'equivalent', 'greater'].map((side) => {
      return { less: 0, equivalent: 0, greater: 0, [side]: 1 };
    });
    // Of −1 and 1: a² less, b² greater, 2 a b neither; the differences come in their order.
    expect(decided([1, -1], 0, [0, 1, 2])).toEqual(equivalent);
    expect(decided([1, -1], 0, [0, 1, 3])).toEqual(greater);
    expect(decided([1, -1], 0, [0, 2, 1])).toEqual(equivalent);
    expect(decided([1, -1], 0, [0, 3, 1])).toEqual(less);
    // With 3 at 0 mixed pairs with it are on a side: a² + 6 a and b² + 6 b, against 9 + 2 a b.
    expect(decided([-1, 1], 0, [3, 2, 0])).toEqual(less);
    expect(decided([-1, 1], 0, [3, 1, 0])).toEqual(equivalent);
    // Half of −1 + 0 lies at the end of this region.
    expect(decided([-1, 1], 0.5, [3, 2, 0])).toEqual(equivalent);
    // Of −3, 2 and 4: 2² + 2 · 2 less, and as many greater.
    expect(decided([-3, 2, 4], 0, [0, 2, 1, 1])).toEqual(greater);
    expect(decided([-3, 2, 4], 0, [0, 2.1, 1, 1])).toEqual(less);
  });

  it('draws weights of gamma with shape ½ for the prior, and of shape 1 for each difference', () => {
    const draws = signedRankDraws(2);
    for (const [place, shape] of [0.5, 1, 1].entries()) {
      const own = draws.filter((_, i) => i % 3 === place);
      expect(own.length).toBe(POSTERIOR_DRAWS);
      expect(own.every((weight) => weight >= 0)).toBe(true);
      // Mean and variance are the shape; the variance of the squares is known from the fourth moment.
      const centre = own.reduce((sum, weight) => sum + weight, 0) / POSTERIOR_DRAWS;
      expect(Math.abs(centre - shape)).toBeLessThan(4 * Math.sqrt(shape / POSTERIOR_DRAWS));
      const square = own.reduce((sum, weight) => sum + (weight - shape) ** 2, 0) / POSTERIOR_DRAWS;
      expect(Math.abs(square - shape)).toBeLessThan(4 * Math.sqrt((2 * shape ** 2 + 6 * shape) / POSTERIOR_DRAWS));
    }
    expect(signedRankDraws(2)).toEqual(draws);
    expect(signedRankDraws(3).subarray(0, 8)).not.toEqual(draws.subarray(0, 8));
  });

  it('gives the same numbers every time, in any order of the differences', () => {
    const { differences, rope } = cases[1];
    const found = bayesianSignedRank(differences, rope);
    expect(bayesianSignedRank([...differences].reverse(), rope)).toEqual(found);
    expect(bayesianSignedRank(differences, rope, signedRankDraws(differences.length))).toEqual(found);
  });

  it('has no answer below two differences, and refuses regions and draws that do not fit', () => {
    expect(bayesianSignedRank([1], 1)).toBe('too few repeats');
    expect(() => bayesianSignedRank([1, 2], -1)).toThrow('rope must be 0 or more, found -1');
    expect(() => bayesianSignedRank([1, 2], NaN)).toThrow(RangeError);
    expect(() => bayesianSignedRank([1, 2], 1, signedRankDraws(3))).toThrow('expected 30000 weights, found 40000');
    expect(bayesianSignedRank([1, 2], 0)).toMatchObject({ less: 0 });
  });
});
