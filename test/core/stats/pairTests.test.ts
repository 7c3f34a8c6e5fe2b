import { describe, expect, it } from 'vitest';
import { bayesianCorrelatedT } from '../../../src/core/stats/tests/bayesianCorrelatedT.ts';
import { mean, sampleStd, sampleVariance, differences } from '../../../src/core/stats/describe.ts';
import { meanInterval } from '../../../src/core/stats/interval.ts';
import { cohenD, cohenDz } from '../../../src/core/stats/effectSize.ts';
import { correctedResampledT, pairedT, twoSampleT, welchT } from '../../../src/core/stats/tests/pairedT.ts';
import { signTest } from '../../../src/core/stats/distributions/binomial.ts';
import type { Alternative } from '../../../src/core/stats/tests/testResult.ts';
import { wilcoxonSignedRank } from '../../../src/core/stats/tests/wilcoxon.ts';
import { alternatives, answered, expectClose, fixture } from './fixture.ts';

// The last case has values near 1e6 that differ in the seventh digit: 6 digits of every difference are lost in the
// data.
const tolerance = (x: readonly number[]): number => (x[0] > 1e5 ? 1e-8 : 1e-11);

describe.each(fixture.pairs.map((values, index) => ({ index, values })))('SciPy case $index', ({ values }) => {
  const { x, y, testToTrain } = values;
  const close = tolerance(x);
  const d = differences(x, y);

  it('has the same mean and sample deviation', () => {
    expectClose(mean(x), values.mean, 1e-14);
    expectClose(sampleStd(x), values.std, close);
  });

  it.each(alternatives)('has the same t statistics and p values, %s', (alternative) => {
    const expected = values[alternative];
    for (const [found, [statistic, p]] of [
      [twoSampleT(x, y, alternative), expected.twoSample],
      [welchT(x, y, alternative), expected.welch],
      [pairedT(d, alternative), expected.paired],
      [correctedResampledT(d, testToTrain, alternative), expected.corrected],
    ] as const) {
      expectClose(answered(found).statistic, statistic, close);
      expectClose(answered(found).p, p, close);
    }
    expectClose(answered(welchT(x, y)).df, values.welchDf, close);
  });

  it.each(alternatives)('has the same p of the sign and signed-rank tests, %s', (alternative) => {
    const expected = values[alternative];
    const sign = answered(signTest(d, alternative));
    expect(sign.statistic).toBe(expected.sign[0]);
    expectClose(sign.p, expected.sign[1], 1e-12);
    expectClose(answered(wilcoxonSignedRank(d, alternative, 'normal')).p, expected.wilcoxonNormal, 1e-12);
    const exact = answered(wilcoxonSignedRank(d, alternative, 'exact')).p;
    if (expected.wilcoxonExact !== undefined) expectClose(exact, expected.wilcoxonExact, 1e-12);
    if (expected.wilcoxonEnumerated !== undefined) expectClose(exact, expected.wilcoxonEnumerated, 1e-12);
  });

  it('has the same confidence interval and posterior probabilities', () => {
    const interval = answered(meanInterval(d, 0.95));
    expectClose(interval.low, values.interval95[0], close);
    expectClose(interval.high, values.interval95[1], close);
    const posterior = answered(bayesianCorrelatedT(d, testToTrain / (1 + testToTrain), values.rope));
    expectClose(posterior.less, values.rope_probabilities[0], close);
    expect(Math.abs(posterior.equivalent - values.rope_probabilities[1])).toBeLessThan(1e-9);
    expectClose(posterior.greater, values.rope_probabilities[2], close);
  });
});

describe('samples without spread', () => {
  it('have no t-test, no effect size, no interval and no posterior: never p = 0', () => {
    for (const test of [twoSampleT, welchT, cohenD]) {
      expect(test([6, 6, 6], [5, 5, 5])).toBe('no spread');
      expect(test([5, 5, 5], [5, 5, 5])).toBe('no spread');
    }
    for (const d of [
      [1, 1, 1],
      [0, 0, 0],
      [0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1],
    ]) {
      expect(pairedT(d)).toBe('no spread');
      expect(correctedResampledT(d, 2, 'greater')).toBe('no spread');
      expect(cohenDz(d)).toBe('no spread');
      expect(meanInterval(d, 0.95)).toBe('no spread');
      expect(bayesianCorrelatedT(d, 0.5, 0.9)).toBe('no spread');
    }
  });

  it('are recognised in differences of doubles that agree but for rounding', () => {
    const d = differences([0.3, 0.4, 0.8, 1.1], [0.2, 0.3, 0.7, 1.0]);
    expect(new Set(d).size).toBe(1);
    expect(pairedT(d)).toBe('no spread');
    expect(new Set(differences([0.3, 0.4 + 1e-12], [0.2, 0.3])).size).toBe(2);
  });

  it('still have rank tests, whose p is bounded by the number of pairs', () => {
    expect(answered(wilcoxonSignedRank([2, 2, 2, 2], 'greater')).p).toBe(1 / 16);
    expect(answered(signTest([2, 2, 2, 2], 'greater')).p).toBe(1 / 16);
  });
});

describe('samples that are too small', () => {
  it('have no t-test, no interval and no posterior below two values', () => {
    expect(twoSampleT([1], [1, 2, 3])).toBe('too few repeats');
    expect(welchT([1, 2], [1])).toBe('too few repeats');
    expect(pairedT([1])).toBe('too few repeats');
    expect(meanInterval([1], 0.95)).toBe('too few repeats');
    expect(bayesianCorrelatedT([1], 0.5, 1)).toBe('too few repeats');
    expect(() => sampleVariance([1])).toThrow(RangeError);
    expect(() => mean([])).toThrow(RangeError);
  });

  it('have no rank or sign test when no pair differs', () => {
    expect(wilcoxonSignedRank([0, 0])).toBe('no difference');
    expect(signTest([0, 0])).toBe('no difference');
  });
});

describe('paired tests', () => {
  it('refuse samples of different length and an impossible correlation', () => {
    expect(() => differences([1, 2], [1])).toThrow(RangeError);
    expect(() => bayesianCorrelatedT([2, 3], 1, 0)).toThrow(RangeError);
  });

  it('are more cautious with the correction for resampled splits', () => {
    const d = differences(fixture.pairs[0].x, fixture.pairs[0].y);
    expect(answered(correctedResampledT(d, 4, 'greater')).p).toBeGreaterThan(answered(pairedT(d, 'greater')).p);
  });

  it('use the exact signed-rank distribution up to 50 differing pairs', () => {
    const long = Array.from({ length: 51 }, (_, i) => (i % 3 === 0 ? -1 : 1) * (i + 1));
    const short = long.slice(0, 50);
    const p = (d: number[], method: 'auto' | 'exact' | 'normal') =>
      answered(wilcoxonSignedRank(d, 'greater', method)).p;
    expect(p(short, 'auto')).toBe(p(short, 'exact'));
    expect(p(long, 'auto')).toBe(p(long, 'normal'));
    expect(p(long, 'exact')).not.toBe(p(long, 'normal'));
    expect(Math.abs(p(long, 'exact') - p(long, 'normal'))).toBeLessThan(2e-3);
  });
});

describe('one-tailed p values', () => {
  it('of both directions add up to 1 for continuous statistics', () => {
    for (const { x, y } of fixture.pairs) {
      const paired = (a: number[], b: number[], side: Alternative) => pairedT(differences(a, b), side);
      for (const test of [twoSampleT, welchT, paired]) {
        const p = (a: number[], b: number[], side: Alternative) => answered(test(a, b, side)).p;
        expectClose(p(x, y, 'greater') + p(x, y, 'less'), 1, 1e-12);
        expectClose(p(y, x, 'less'), p(x, y, 'greater'), 1e-12);
      }
    }
  });
});
