import { describe, expect, it } from 'vitest';
import { pairReport } from '../../../src/core/compare/pairReport.ts';
import { marginProblem, requestedMargin } from '../../../src/core/measures/practicalMargin.ts';
import { MEASURES, measureOf, measureOn } from '../../../src/core/measures/measures.ts';
import { isUnavailable } from '../../../src/core/stats/tests/testResult.ts';

describe('the margin of practical equality', () => {
  it('of every measure lies below its range', () => {
    for (const measure of MEASURES) {
      const { id, range, margin } = measure;
      if (margin !== null) expect(marginProblem(measure, margin), id).toBeNull();
      if (range[0] !== null && range[1] !== null) expect(range[0], id).toBeLessThan(range[1]);
    }
    const without = MEASURES.filter(({ margin }) => margin === null).map(({ id }) => id);
    expect(without).toEqual(['eer-threshold', 'log-likelihood', 'fit-seconds', 'test-seconds', 'iterations']);
  });

  it('of areas and costs does not make AUC 0.932 and 0.873 practically equal', () => {
    const areas = { first: [0.93, 0.936, 0.928, 0.934, 0.932], second: [0.865, 0.88, 0.872, 0.869, 0.879] };
    const repeats = [1, 2, 3, 4, 5];
    const halfWidth = measureOf('verification-auc').margin;
    const { rope } = pairReport(
      { values: areas.first, repeats },
      { values: areas.second, repeats },
      { testToTrain: () => 0.25, alpha: 0.05, halfWidth },
    );
    if (isUnavailable(rope)) throw new Error(rope);
    expect(rope.decision).toBe('greater');
    expect(rope.equivalent).toBeLessThan(0.01);
  });

  it('that is not below the range is refused with both', () => {
    const area = measureOf('verification-auc');
    expect([marginProblem(area, 0.999), marginProblem(measureOf('log-likelihood'), 1e6)]).toEqual([null, null]);
    expect(marginProblem(area, 1)).toMatch(/±1 is not below the range of “Verification AUC” \(0 to 1\)/);
    // From 2 to 4 values differ by 2 at the most; without one bound by anything.
    const scale = (low: number | null, high: number | null) => ({
      title: 'T',
      unit: '' as const,
      range: [low, high] as const,
    });
    expect(marginProblem(scale(2, 4), 1.9)).toBeNull();
    expect(marginProblem(scale(2, 4), 2)).toMatch(/below 2\.$/);
    expect([marginProblem(scale(null, 4), 9), marginProblem(scale(2, null), 9)]).toEqual([null, null]);
    expect(requestedMargin(scale(null, null))).toBe(
      '“T” has no usual margin of practical equality: state one (--rope).',
    );
    expect(marginProblem(measureOf('error-rate'), 100)).toMatch(/\(0 to 100%\).*below 100/);
  });

  it('is asked for where the scale is that of the data', () => {
    const rmse = measureOn(measureOf('rmse'), { range: [0, 1] });
    expect([measureOn(measureOf('rmse'), { range: [0, 255] }).margin, rmse.margin]).toEqual([1, null]);
    expect(requestedMargin(measureOf('log-likelihood'))).toMatch(
      /^“Log-likelihood” has no usual margin.* in nats .*--rope/,
    );
  });

  it('that nobody states leaves open what is practically equal, and answers the rest', () => {
    const side = (values: number[]) => ({ values, repeats: [1, 2, 3] });
    const report = pairReport(side([3, 5, 4]), side([1, 2, 4]), {
      testToTrain: () => 0.5,
      alpha: 0.05,
      halfWidth: null,
    });
    expect([report.rope, report.equivalence]).toEqual(['no margin', 'no margin']);
    expect(report.tests.find(({ name }) => name === 'corrected-resampled-t')!.p).toBeGreaterThan(0);
  });
});
