import { describe, expect, it } from 'vitest';
import { normalQuantile, normalUpperTail } from '../../../../src/core/stats/distributions/normal.ts';
import {
  chiSquaredUpperTail,
  criticalDifference,
  friedman,
  fUpperTail,
  nemenyi,
  studentizedRangeUpperQuantile,
  studentizedRangeUpperTail,
} from '../../../../src/core/stats/tests/friedman.ts';
import { expectClose, fixture } from '../fixture.ts';

describe('the test of Friedman', () => {
  it.each(fixture.friedman)('agrees with SciPy, ties included (case %#)', (expected) => {
    const result = friedman(expected.rows)!;
    result.averageRanks.forEach((rank, j) => expectClose(rank, expected.ranks[j], 1e-13));
    expectClose(result.friedman.statistic, expected.chi[0], 1e-12);
    expectClose(result.friedman.p, expected.chi[1], 1e-11);
    expectClose(result.imanDavenport!.statistic, expected.f[0], 1e-11);
    expectClose(result.imanDavenport!.p, expected.f[1], 1e-10);
  });

  it('is of the ranks: 3 methods over 4 datasets by hand', () => {
    // Ranks 1 2 3, 1 3 2, 1 2 3 and 2 1 3: sums 5, 8 and 11 of 8 in the mean, χ² = 12 · 18 / (4 · 3 · 4).
    const result = friedman([
      [1, 20, 30],
      [5, 7, 6],
      [0, 1, 2],
      [9, 8, 10],
    ])!;
    expect(result.averageRanks).toEqual([1.25, 2, 2.75]);
    expect(result.friedman).toEqual({ statistic: 4.5, df: 2, p: expect.closeTo(Math.exp(-2.25), 12) as number });
    // F = 3 · 4.5 / (8 − 4.5) with 2 and 6 degrees of freedom, whose tail is (1 + f/3)⁻³.
    const f = 13.5 / 3.5;
    expect(result.imanDavenport!.statistic).toBeCloseTo(f, 12);
    expect(result.imanDavenport).toMatchObject({ df: 2, p: expect.closeTo((1 + f / 3) ** -3, 12) as number });
  });

  it('of two methods and two datasets that disagree finds nothing', () => {
    const result = friedman([
      [1, 2],
      [2, 1],
    ])!;
    expect(result).toEqual({
      averageRanks: [1.5, 1.5],
      friedman: { statistic: 0, df: 1, p: 1 },
      imanDavenport: { statistic: 0, df: 1, p: 1 },
    });
  });

  it('shares out ties: one dataset that ties all halves the spread of two', () => {
    // Ranks 1 2 3 and 2 2 2: sums 3, 4 and 5, χ² = (12 · 2 / 24) / (1 − 24 / 48).
    const result = friedman([
      [1, 2, 3],
      [7, 7, 7],
    ])!;
    expect(result.averageRanks).toEqual([1.5, 2, 2.5]);
    expect(result.friedman.statistic).toBeCloseTo(2, 12);
    expect(result.imanDavenport!.statistic).toBeCloseTo(1, 12);
  });

  it('leaves the F of Iman and Davenport undefined when every dataset ranks the methods alike', () => {
    const result = friedman([
      [1, 2, 3],
      [4, 5, 6],
      [2, 4, 9],
    ])!;
    expect(result.averageRanks).toEqual([1, 2, 3]);
    expect(result.friedman.statistic).toBeCloseTo(6, 12);
    expect(result.imanDavenport).toBeNull();
    // With ties χ² reaches N (k − 1) only but for rounding.
    for (let n = 2; n < 40; n++) {
      expect(
        friedman(Array.from({ length: n }, (_, i) => [i, i, i + 1, i + 2, i + 2, i + 2]))!.imanDavenport,
      ).toBeNull();
    }
  });

  it('has no answer without two datasets, two methods and a difference, and refuses rows of other lengths', () => {
    expect([friedman([]), friedman([[1, 2]]), friedman([[], []]), friedman([[1], [2]])]).toEqual(
      new Array(4).fill(null),
    );
    expect(
      friedman([
        [1, 1],
        [2, 2],
      ]),
    ).toBeNull();
    expect(() => friedman([[1, 2], [1]])).toThrow('friedman: expected 2 values in every row');
    expect(() =>
      friedman([
        [1, 2],
        [1, 2, 3],
      ]),
    ).toThrow(RangeError);
  });
});

describe('the tails of the tests over datasets', () => {
  it('are the closed forms of even degrees of freedom', () => {
    for (const x of [1e-9, 0.3, 1, 2, 7, 60]) {
      expectClose(chiSquaredUpperTail(x, 2), Math.exp(-x / 2), 1e-13);
      expectClose(chiSquaredUpperTail(x, 6), Math.exp(-x / 2) * (1 + x / 2 + x ** 2 / 8), 1e-13);
      for (const df of [1, 2, 9]) expectClose(fUpperTail(x, 2, df), (1 + (2 * x) / df) ** (-df / 2), 1e-12);
    }
  });

  it('of F keep their digits where little is left on either side', () => {
    // P(F > f) with n and 2 is 1 − (n f / (2 + n f))^(n/2).
    for (const f of [0.01, 0.5, 1, 40]) expectClose(fUpperTail(f, 4, 2), 1 - ((4 * f) / (2 + 4 * f)) ** 2, 1e-12);
    expectClose(fUpperTail(1e12, 2, 2), 1e-12, 1e-11);
  });

  it('are whole at 0 and below it', () => {
    expect([-1, 0].flatMap((x) => [chiSquaredUpperTail(x, 3), fUpperTail(x, 3, 4)])).toEqual([1, 1, 1, 1]);
  });
});

describe("Nemenyi's comparison", () => {
  it.each(fixture.friedman)('agrees with the studentized range of SciPy (case %#)', (expected) => {
    const datasets = expected.rows.length;
    expectClose(criticalDifference(expected.ranks.length, datasets, 0.05), expected.criticalDifference05, 1e-9);
    nemenyi(expected.ranks, datasets).forEach((row, i) =>
      row.forEach((p, j) => expect(Math.abs(p - expected.nemenyi[i][j])).toBeLessThan(1e-10)),
    );
  });

  it('gives the critical difference tabled by Demšar for 4 methods on 14 datasets', () => {
    expect(criticalDifference(4, 14, 0.05)).toBeCloseTo(2.569 * Math.sqrt(20 / (6 * 14)), 3);
  });

  it('of two methods is the normal test of their ranks', () => {
    // The error of a difference of ranks is √(2 · 3 / (6 N)).
    const [[same, p], [turned, other]] = nemenyi([1.2, 1.8], 25);
    expect([same, other]).toEqual([1, 1]);
    expect(p).toBeCloseTo(2 * normalUpperTail(0.6 * 5), 12);
    expect(turned).toBe(p);
    expect(criticalDifference(2, 25, 0.05)).toBeCloseTo(1.959963984540054 / 5, 9);
  });

  it('finds at the critical difference α', () => {
    for (const [k, datasets, alpha] of [
      [3, 5, 0.05],
      [7, 40, 0.01],
    ]) {
      const ranks = Array.from({ length: k }, (_, j) => (j === 0 ? 1 : 1 + criticalDifference(k, datasets, alpha)));
      expect(nemenyi(ranks, datasets)[0][1]).toBeCloseTo(alpha, 10);
    }
  });
});

describe('the range of normal variables', () => {
  it('of two is their distance, normal with twice the variance', () => {
    for (const q of [0.01, 0.5, 1, 2.77, 5, 9]) {
      expect(studentizedRangeUpperTail(q, 2)).toBeCloseTo(2 * normalUpperTail(q / Math.SQRT2), 13);
    }
    for (const p of [0.001, 0.05, 0.5, 0.9]) {
      expect(studentizedRangeUpperQuantile(p, 2)).toBeCloseTo(-Math.SQRT2 * normalQuantile(p / 2), 9);
    }
  });

  it('is tabled: 5% and 1% of 3, 5 and 10 with infinite degrees of freedom', () => {
    const quantiles = (p: number): string[] => [3, 5, 10].map((k) => studentizedRangeUpperQuantile(p, k).toFixed(3));
    expect(quantiles(0.05)).toEqual(['3.314', '3.858', '4.474']);
    expect(quantiles(0.01)).toEqual(['4.120', '4.603', '5.157']);
    expect(quantiles(0.05)).toEqual(['3.314', '3.858', '4.474']);
  });

  it('is never below 0, and never beyond what doubles tell from 0', () => {
    for (let k = 2; k < 20; k++) {
      expect([-1, 0, Infinity].map((q) => studentizedRangeUpperTail(q, k))).toEqual([1, 1, 0]);
    }
    for (const q of [14, 20, 100]) {
      const tail = studentizedRangeUpperTail(q, 4);
      expect(tail).toBeGreaterThanOrEqual(0);
      expect(tail).toBeLessThan(1e-13);
    }
    for (let q = 1e-3; q < 1; q *= 1.5) expect(studentizedRangeUpperTail(q, 30)).toBeLessThanOrEqual(1);
  });

  it('has no quantile but of shares between 0 and 1', () => {
    for (const p of [-0.1, 0, 1, 2, NaN]) expect(studentizedRangeUpperQuantile(p, 3)).toBeNaN();
  });
});
