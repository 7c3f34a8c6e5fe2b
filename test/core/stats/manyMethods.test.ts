import { describe, expect, it } from 'vitest';
import { bonferroni, holm } from '../../../src/core/stats/tests/corrections.ts';
import { cliffDelta, cohenD, cohenDz, hedgesG } from '../../../src/core/stats/effectSize.ts';
import { friedman, criticalDifference, nemenyi } from '../../../src/core/stats/tests/friedman.ts';
import { disagreement, mcnemarExact, mcnemarMidP } from '../../../src/core/stats/tests/mcnemar.ts';
import { averageRanks, tieTerm } from '../../../src/core/stats/ranks.ts';
import { answered, expectClose, fixture, ties } from './fixture.ts';

describe('friedman', () => {
  it.each(fixture.friedman)('agrees with SciPy, ties included (case %#)', (expected) => {
    const result = friedman(expected.rows)!;
    result.averageRanks.forEach((rank, j) => expectClose(rank, expected.ranks[j], 1e-13));
    expectClose(result.friedman.statistic, expected.chi[0], 1e-12);
    expectClose(result.friedman.p, expected.chi[1], 1e-11);
    expectClose(result.imanDavenport!.statistic, expected.f[0], 1e-11);
    expectClose(result.imanDavenport!.p, expected.f[1], 1e-10);
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

  it('has no answer for one dataset, one method, or methods that are always equal', () => {
    expect(friedman([[1, 2, 3]])).toBeNull();
    expect(friedman([[1], [2]])).toBeNull();
    expect(
      friedman([
        [1, 1],
        [2, 2],
      ]),
    ).toBeNull();
    expect(() => friedman([[1, 2], [1]])).toThrow(RangeError);
  });
});

describe('nemenyi', () => {
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
});

describe('mcnemar', () => {
  it.each(fixture.mcnemar)('agrees with SciPy for $b against $c', ({ b, c, exact }) => {
    expectClose(answered(mcnemarExact({ onlyFirstWrong: b, onlySecondWrong: c })).p, exact, 1e-12);
  });

  it.each(ties.mcnemar)('has the mid-p of its definition for $b against $c', ({ b, c, exact, midP }) => {
    expectClose(answered(mcnemarExact({ onlyFirstWrong: b, onlySecondWrong: c })).p, exact, 1e-11);
    expectClose(answered(mcnemarMidP({ onlyFirstWrong: b, onlySecondWrong: c })).p, midP, 1e-11);
    expectClose(answered(mcnemarMidP({ onlyFirstWrong: c, onlySecondWrong: b })).p, midP, 1e-11);
    expect(midP).toBeLessThan(exact);
  });

  it('counts the images that only one classifier gets wrong', () => {
    expect(disagreement([1, 2, 3, 4, 0], [1, 0, 3, 0, 4], [1, 2, 0, 4, 4])).toEqual({
      onlyFirstWrong: 1,
      onlySecondWrong: 2,
    });
    expect(() => disagreement([1], [1, 2], [1, 2])).toThrow(RangeError);
  });

  it('has no answer without disagreement', () => {
    expect(mcnemarExact({ onlyFirstWrong: 0, onlySecondWrong: 0 })).toBe('no difference');
    expect(mcnemarMidP({ onlyFirstWrong: 0, onlySecondWrong: 0 })).toBe('no difference');
  });
});

describe('corrections', () => {
  it('multiply by the number of tests (Bonferroni) or of those not yet rejected (Holm)', () => {
    expect(bonferroni([0.01, 0.3, 0.5])).toEqual([0.03, 0.8999999999999999, 1]);
    const adjusted = holm([0.04, 0.01, 0.03]);
    expectClose(adjusted[0], 0.06, 1e-14);
    expectClose(adjusted[1], 0.03, 1e-14);
    expectClose(adjusted[2], 0.06, 1e-14);
  });

  it('of Holm never exceed those of Bonferroni and keep the order of the p values', () => {
    const p = [0.2, 0.001, 0.049, 0.5, 0.012, 0.049];
    const [h, b] = [holm(p), bonferroni(p)];
    h.forEach((value, i) => expect(value).toBeLessThanOrEqual(b[i]));
    p.forEach((a, i) => p.forEach((c, j) => (a < c ? expect(h[i]).toBeLessThanOrEqual(h[j]) : undefined)));
  });
});

describe('ranks', () => {
  it('are shared by equal values', () => {
    expect([...averageRanks([3, 1, 3, 2])]).toEqual([3.5, 1, 3.5, 2]);
    expect(tieTerm([3, 1, 3, 2])).toBe(6);
    expect([...averageRanks([])]).toEqual([]);
  });
});

describe('effect sizes', () => {
  it('follow their definitions on a small example', () => {
    const x = [4, 6, 8];
    const y = [1, 3, 5];
    expectClose(answered(cohenD(x, y)), 1.5, 1e-14);
    expectClose(answered(hedgesG(x, y)), 1.5 * 0.8, 1e-14);
    expectClose(answered(cohenDz([1, 2, 3])), 2, 1e-14);
    expectClose(cliffDelta(x, y), 7 / 9, 1e-14);
  });

  it('are not to be had for samples that are too small', () => {
    expect(cohenD([1], [1, 2])).toBe('too few repeats');
    expect(hedgesG([1], [1, 2])).toBe('too few repeats');
    expect(cohenDz([1])).toBe('too few repeats');
    expect(cliffDelta([], [1])).toBeNull();
  });
});
