/** The hierarchical correlated t-test against quadrature in NumPy and SciPy (test/fixtures/stats/hierarchicalT.py). */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { stream } from '../../../../src/core/random/stream.ts';
import { hierarchicalT, type CorrelatedDifferences } from '../../../../src/core/stats/tests/hierarchicalT.ts';
import { isUnavailable } from '../../../../src/core/stats/tests/testResult.ts';

interface Case {
  readonly sets: readonly CorrelatedDifferences[];
  readonly rope: number;
  readonly less: number;
  readonly equivalent: number;
  readonly greater: number;
  readonly centre: number;
}

const cases = JSON.parse(
  readFileSync(new URL('../../../fixtures/stats/hierarchicalT.json', import.meta.url), 'utf8'),
) as Case[];

function found(sets: readonly CorrelatedDifferences[], rope: number, seed = 1) {
  const answer = hierarchicalT(sets, rope, seed);
  if (isUnavailable(answer)) throw new Error(answer);
  return answer;
}

/** Differences with an effect per dataset and a part that all repeats share. */
function planted(effects: readonly number[], spread: number, correlation: number, n = 12): CorrelatedDifferences[] {
  const random = stream('planted effects', effects.length, spread);
  return effects.map((effect) => {
    const shared = Math.sqrt(correlation) * random.normal();
    const own = (): number => Math.sqrt(1 - correlation) * random.normal();
    return { differences: Array.from({ length: n }, () => effect + spread * (shared + own())), correlation };
  });
}

describe('hierarchicalT', () => {
  it('agrees with quadrature of the posterior', () => {
    for (const { sets, rope, ...expected } of cases) {
      const answer = found(sets, rope);
      expect(answer.rHat).toBeLessThan(1.03);
      for (const side of ['less', 'equivalent', 'greater'] as const) {
        expect(Math.abs(answer[side] - expected[side])).toBeLessThan(0.012);
      }
      expect(Math.abs(answer.centre - expected.centre)).toBeLessThan(0.05);
    }
  });

  it('finds planted truth: worse everywhere, practically equal, and better in most of different datasets', () => {
    expect(found(planted([3, 3.2, 2.8, 3.1, 2.9, 3.3], 0.5, 0.3), 1).greater).toBeGreaterThan(0.99);
    expect(found(planted([0, 0.1, -0.1, 0, 0.05, -0.05], 0.3, 0.3), 1).equivalent).toBeGreaterThan(0.97);
    expect(found(planted([-6, -1, -4, -2, -5, -3], 0.5, 0.3), 0.5).less).toBeGreaterThan(0.8);
  });

  it('draws the effects of datasets together, more so where they are less certain', () => {
    const pattern = [-1.2, 0.4, 0.8, -0.6, 1.1, -0.5];
    const last = (spread: number): number => {
      const sets = [1, 1.2, 0.8, 1.1, 0.9, 2].map((effect) => {
        return { differences: pattern.map((part) => effect + spread * part), correlation: 0.2 };
      });
      return found(sets, 0.5).datasets[5];
    };
    const [certain, uncertain] = [last(0.05), last(2)];
    expect(certain).toBeGreaterThan(1.95);
    expect(uncertain).toBeLessThan(1.6);
    expect(uncertain).toBeGreaterThan(1.1);
  });

  it('is the same for the same seed, mirrored for mirrored differences but for the draws, and free of the unit', () => {
    const [{ sets, rope }] = [cases[2]];
    const first = found(sets, rope);
    expect(found(sets, rope)).toEqual(first);
    const mirrored = sets.map(({ differences, correlation }) => {
      return { differences: Array.from(differences, (value) => -value), correlation };
    });
    expect(Math.abs(found(mirrored, rope).less - first.greater)).toBeLessThan(0.02);
    const doubled = sets.map(({ differences, correlation }) => {
      return { differences: Array.from(differences, (value) => 2 * value), correlation };
    });
    expect(found(doubled, 2 * rope).less).toBeCloseTo(first.less, 10);
  });

  it('answers two datasets of two repeats, by the numbers that stored comparisons have', () => {
    const close = (value: number): number => expect.closeTo(value, 9) as number;
    const pair = [
      { differences: [1, 2], correlation: 0 },
      { differences: [2.5, 2], correlation: 0.5 },
    ];
    expect(hierarchicalT(pair, 1, 1)).toEqual({
      less: 0.3295,
      equivalent: 0.07515,
      greater: 0.59535,
      centre: close(0.4756387988517609),
      datasets: [close(1.37304715183441), close(1.5698992349670664)],
      rHat: close(1.000127188666397),
      draws: 20_000,
    });
    // Without a region no dataset is equal.
    const { less, equivalent, greater } = found(pair, 0);
    expect(equivalent).toBe(0);
    expect(less + greater).toBeCloseTo(1, 12);
  });

  /** Datasets that agree closely, and one far from them. */
  const apart = (alike: number): CorrelatedDifferences[] => [
    ...Array.from({ length: alike }, () => ({ differences: [0, 0.001, 0.002], correlation: 0 })),
    { differences: [100, 100.001, 99.999], correlation: 0 },
  ];

  it('does not converge where heavy tails explain one dataset as well as a large scale explains all', () => {
    for (const seed of [1, 2]) expect(hierarchicalT(apart(4), 0.5, seed)).toBe('not converged');
    const { centre, datasets, equivalent } = found(apart(8), 0.5);
    expect(centre).toBeCloseTo(0.001, 1);
    expect(datasets[8]).toBeCloseTo(100, 2);
    expect(equivalent).toBeGreaterThan(0.9);
  });

  it('has no answer without two datasets, two repeats, or a spread in each', () => {
    const [first, second] = cases[0].sets;
    expect(hierarchicalT([first], 1, 1)).toBe('too few repeats');
    expect(hierarchicalT([first, { differences: [1], correlation: 0.1 }], 1, 1)).toBe('too few repeats');
    expect(hierarchicalT([first, { differences: [1, 1, 1], correlation: 0.1 }], 1, 1)).toBe('no spread');
    expect(hierarchicalT([], 1, 1)).toBe('too few repeats');
    expect(() => hierarchicalT([first, second], NaN, 1)).toThrow(RangeError);
    expect(() => hierarchicalT([first, { ...second, correlation: -0.1 }], 1, 1)).toThrow(/\[0, 1\), found -0.1/);
    expect(() => hierarchicalT([first, second], -1, 1)).toThrow(/rope must be 0 or more, found -1/);
    expect(() => hierarchicalT([first, { ...second, correlation: 1 }], 1, 1)).toThrow(/\[0, 1\), found 1/);
  });
});
