import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { signPermutationTest } from '../../../../src/core/compare/tests/permutation.ts';
import { parseStudySpec } from '../../../../src/core/study/spec/parse.ts';
import { isUnavailable, type Alternative } from '../../../../src/core/stats/tests/testResult.ts';
import { rateDifferences } from '../../../../src/core/stats/rates.ts';

const p = (differences: ArrayLike<number>, side?: Alternative): number => {
  const answer = signPermutationTest(differences, side);
  if (isUnavailable(answer)) throw new Error(answer);
  return answer.p;
};

/** The distribution of the sum of whole numbers with random signs, by convolution. */
function convolved(counts: readonly number[], side: Alternative): number {
  let probability = new Map([[0, 1]]);
  for (const count of counts) {
    const next = new Map<number, number>();
    for (const [total, share] of probability) {
      for (const moved of [total + count, total - count]) next.set(moved, (next.get(moved) ?? 0) + share / 2);
    }
    probability = next;
  }
  const observed = counts.reduce((sum, count) => sum + count, 0);
  const extreme = (total: number): boolean =>
    side === 'greater'
      ? total >= observed
      : side === 'less'
        ? total <= observed
        : Math.abs(total) >= Math.abs(observed);
  return [...probability].reduce((sum, [total, share]) => (extreme(total) ? sum + share : sum), 0);
}

describe('the permutation test of signs', () => {
  it('is exact: all 2ⁿ signs of few differences, counted by hand', () => {
    // Of the eight sums of ±1 ±2 ±3 only 6 reaches 6; 4 (once), and 0 (twice), are below.
    expect(p([1, 2, 3], 'greater')).toBe(1 / 8);
    expect(p([1, 2, 3], 'less')).toBe(1);
    expect(p([1, 2, 3])).toBe(2 / 8);
    expect(p([-1, 2, 3], 'greater')).toBe(2 / 8);
    expect(p([5])).toBe(1);
  });

  it('agrees with the convolution of the counts at every side, zeros and ties included', () => {
    const counts = fc.array(fc.integer({ min: -6, max: 6 }), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(counts, fc.constantFrom('greater', 'less', 'two-sided'), (list, side: Alternative) => {
        fc.pre(list.some((count) => count !== 0));
        const of = list.map(() => 33);
        // Rates of 33 test images in per cent, which no binary number holds.
        const differences = rateDifferences({ counts: list, of }, { counts: list.map(() => 0), of });
        expect(p(differences, side)).toBeCloseTo(convolved(list, side), 12);
      }),
      { numRuns: 60 },
    );
  });

  it('draws signs of more than 20 differences: near the exact value, the same every time', () => {
    const list = Array.from({ length: 40 }, (_, i) => ((i * 7) % 11) - 4);
    for (const side of ['greater', 'less', 'two-sided'] as const) {
      const exact = convolved(list, side);
      const found = p(list, side);
      // Four standard deviations of a share of 9999 draws.
      expect(Math.abs(found - exact)).toBeLessThan(4 * Math.sqrt((exact * (1 - exact)) / 9999) + 1e-4);
      expect(p(list, side)).toBe(found);
    }
  });

  it('of many differences of one sign never gives less than one in ten thousand', () => {
    expect(p(Array.from({ length: 60 }, () => 1))).toBe(1e-4);
  });

  it('says that there is no difference where all are zero', () => {
    expect(signPermutationTest([0, 0, 0])).toBe('no difference');
  });

  it('is a test that a study may name', () => {
    const parsed = parseStudySpec({
      name: 'ORL',
      dataset: 'orl',
      protocol: { kind: 'random', trainPerSubject: [2], repeats: 10 },
      methods: [{ method: 'pca' }],
      comparison: { test: 'permutation' },
    });
    expect(parsed.ok && parsed.spec.comparison.test).toBe('permutation');
  });
});
