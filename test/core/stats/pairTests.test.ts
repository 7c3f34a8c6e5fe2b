import { describe, expect, it } from 'vitest';
import { bayesianCorrelatedT } from '../../../src/core/stats/bayesianCorrelatedT.ts';
import { mean, sampleStd, sampleVariance } from '../../../src/core/stats/describe.ts';
import { meanInterval } from '../../../src/core/stats/interval.ts';
import { differences } from '../../../src/core/stats/pairs.ts';
import { correctedResampledT, pairedT } from '../../../src/core/stats/pairedT.ts';
import { signTest } from '../../../src/core/stats/signTest.ts';
import { twoSampleT } from '../../../src/core/stats/twoSampleT.ts';
import { welchT } from '../../../src/core/stats/welchT.ts';
import { wilcoxonSignedRank } from '../../../src/core/stats/wilcoxon.ts';
import { alternatives, expectClose, fixture } from './fixture.ts';

// The last case has values near 1e6 that differ in the seventh digit: 6 digits of every difference are lost in the data.
const tolerance = (x: readonly number[]): number => (x[0] > 1e5 ? 1e-8 : 1e-11);

describe.each(fixture.pairs.map((values, index) => ({ index, values })))('SciPy case $index', ({ values }) => {
  const { x, y, testToTrain } = values;
  const close = tolerance(x);

  it('has the same mean and sample deviation', () => {
    expectClose(mean(x), values.mean, 1e-14);
    expectClose(sampleStd(x), values.std, close);
  });

  it.each(alternatives)('has the same t statistics and p values, %s', (alternative) => {
    const expected = values[alternative];
    for (const [found, [statistic, p]] of [
      [twoSampleT(x, y, alternative), expected.twoSample],
      [welchT(x, y, alternative), expected.welch],
      [pairedT(x, y, alternative), expected.paired],
      [correctedResampledT(x, y, testToTrain, alternative), expected.corrected],
    ] as const) {
      expectClose(found?.statistic, statistic, close);
      expectClose(found?.p, p, close);
    }
    expectClose(welchT(x, y)?.df, values.welchDf, close);
  });

  it.each(alternatives)('has the same p of the sign and signed-rank tests, %s', (alternative) => {
    const expected = values[alternative];
    const sign = signTest(x, y, alternative);
    expect(sign?.statistic).toBe(expected.sign[0]);
    expectClose(sign?.p, expected.sign[1], 1e-12);
    expectClose(wilcoxonSignedRank(x, y, alternative, 'normal')?.p, expected.wilcoxonNormal, 1e-12);
    const exact = wilcoxonSignedRank(x, y, alternative, 'exact')?.p;
    if (expected.wilcoxonExact !== undefined) expectClose(exact, expected.wilcoxonExact, 1e-12);
    if (expected.wilcoxonEnumerated !== undefined) expectClose(exact, expected.wilcoxonEnumerated, 1e-12);
  });

  it('has the same confidence interval and posterior probabilities', () => {
    const interval = meanInterval(differences(x, y), 0.95);
    expectClose(interval?.low, values.interval95[0], close);
    expectClose(interval?.high, values.interval95[1], close);
    const posterior = bayesianCorrelatedT(x, y, testToTrain / (1 + testToTrain), values.rope);
    expectClose(posterior?.less, values.rope_probabilities[0], close);
    expect(Math.abs(posterior!.equivalent - values.rope_probabilities[1])).toBeLessThan(1e-9);
    expectClose(posterior?.greater, values.rope_probabilities[2], close);
  });
});

describe('samples without spread', () => {
  it('give no evidence when they are equal', () => {
    for (const test of [twoSampleT, welchT, pairedT]) {
      expect(test([5, 5, 5], [5, 5, 5])).toMatchObject({ statistic: 0, p: 1 });
      expect(test([5, 5, 5], [5, 5, 5], 'greater')?.p).toBeCloseTo(0.5, 15);
    }
  });

  it('give full evidence when they differ', () => {
    for (const test of [twoSampleT, welchT, pairedT]) {
      expect(test([6, 6, 6], [5, 5, 5], 'greater')).toMatchObject({ statistic: Infinity, p: 0 });
      expect(test([6, 6, 6], [5, 5, 5], 'less')).toMatchObject({ statistic: Infinity, p: 1 });
      expect(test([5, 5, 5], [6, 6, 6])).toMatchObject({ statistic: -Infinity, p: 0 });
    }
  });

  it('have a posterior that is a point and an interval of length 0', () => {
    expect(bayesianCorrelatedT([6, 6], [5, 5], 0.5, 0.9)).toEqual({ less: 0, equivalent: 0, greater: 1 });
    expect(bayesianCorrelatedT([6, 6], [5, 5], 0.5, 1)).toEqual({ less: 0, equivalent: 1, greater: 0 });
    expect(meanInterval([2, 2, 2], 0.95)).toEqual({ low: 2, high: 2 });
  });
});

describe('samples that are too small', () => {
  it('have no t-test, no interval and no posterior below two values', () => {
    expect(twoSampleT([1], [1, 2, 3])).toBeNull();
    expect(welchT([1, 2], [1])).toBeNull();
    expect(pairedT([1], [2])).toBeNull();
    expect(meanInterval([1], 0.95)).toBeNull();
    expect(bayesianCorrelatedT([1], [2], 0.5, 1)).toBeNull();
    expect(() => sampleVariance([1])).toThrow(RangeError);
    expect(() => mean([])).toThrow(RangeError);
  });

  it('have no rank or sign test when no pair differs', () => {
    expect(wilcoxonSignedRank([1, 2], [1, 2])).toBeNull();
    expect(signTest([1, 2], [1, 2])).toBeNull();
  });
});

describe('paired tests', () => {
  it('refuse samples of different length and an impossible correlation', () => {
    expect(() => pairedT([1, 2], [1])).toThrow(RangeError);
    expect(() => bayesianCorrelatedT([1, 2], [2, 3], 1, 0)).toThrow(RangeError);
  });

  it('are more cautious with the correction for resampled splits', () => {
    const { x, y } = fixture.pairs[0];
    expect(correctedResampledT(x, y, 4, 'greater')!.p).toBeGreaterThan(pairedT(x, y, 'greater')!.p);
  });

  it('use the exact signed-rank distribution up to 50 differing pairs', () => {
    const zeros = new Array<number>(51).fill(0);
    const long = zeros.map((_, i) => (i % 3 === 0 ? -1 : 1) * (i + 1));
    const short = long.slice(0, 50);
    const p = (x: number[], method: 'auto' | 'exact' | 'normal') =>
      wilcoxonSignedRank(x, zeros.slice(0, x.length), 'greater', method)!.p;
    expect(p(short, 'auto')).toBe(p(short, 'exact'));
    expect(p(long, 'auto')).toBe(p(long, 'normal'));
    expect(p(long, 'exact')).not.toBe(p(long, 'normal'));
    expect(Math.abs(p(long, 'exact') - p(long, 'normal'))).toBeLessThan(2e-3);
  });
});

describe('one-tailed p values', () => {
  it('of both directions add up to 1 for continuous statistics', () => {
    for (const { x, y } of fixture.pairs) {
      for (const test of [twoSampleT, welchT, pairedT]) {
        expectClose(test(x, y, 'greater')!.p + test(x, y, 'less')!.p, 1, 1e-12);
        expectClose(test(y, x, 'less')!.p, test(x, y, 'greater')!.p, 1e-12);
      }
    }
  });
});
