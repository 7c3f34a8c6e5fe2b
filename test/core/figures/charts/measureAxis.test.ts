import { describe, expect, it } from 'vitest';
import { meanTitle, nearBestMaximum, valueAxis } from '../../../../src/core/figures/charts/measureAxis.ts';
import { measureOf } from '../../../../src/core/measures/measures.ts';

describe('nearBestMaximum', () => {
  it('rounds 2.5 times the best up to 5%, within 5 and 100', () => {
    expect([0, 1, 6.4, 16.2, 80].map(nearBestMaximum)).toEqual([5, 5, 20, 45, 100]);
  });
});

describe('the axis of a measure', () => {
  const ends = (
    measure: Parameters<typeof valueAxis>[0],
    means: number[],
    range: 'full' | 'near' | 'auto',
  ): number[] => {
    const { from, to } = valueAxis(
      measure,
      means.map((y) => ({ y })),
      range,
    );
    return [from, to];
  };

  it('starts at 0 for errors, and fits those near the best where asked', () => {
    expect(ends(measureOf('error-rate'), [16.2, 93], 'full')).toEqual([0, 100]);
    expect(ends(measureOf('error-rate'), [16.2, 93], 'near')).toEqual([15, 45]);
    // No further than the worst value that there is.
    expect(ends(measureOf('error-rate'), [16.2, 31.9], 'near')).toEqual([16, 32]);
  });

  it('leaves room for the band around the best mean, and for no band out of sight', () => {
    const band = (
      measure: Parameters<typeof valueAxis>[0],
      means: [number, number | null][],
      range: 'full' | 'near',
    ) => {
      const { from, to } = valueAxis(
        measure,
        means.map(([y, spread]) => ({ y, spread })),
        range,
      );
      return [from, to];
    };
    const [error, accuracy, rmse] = (['error-rate', 'accuracy', 'rmse'] as const).map(measureOf);
    // 16.2 − 5.4 = 10.8; the mean of 93 ± 90 is out of sight.
    expect(
      band(
        error,
        [
          [16.2, 5.4],
          [93, 90],
        ],
        'near',
      ),
    ).toEqual([10, 45]);
    expect(band(error, [[2, 5]], 'near')[0]).toBe(0);
    // 83.8 + 6.2 = 90; no share is above 100%.
    expect(
      band(
        accuracy,
        [
          [83.8, 6.2],
          [7, 1],
        ],
        'near',
      ),
    ).toEqual([55, 90]);
    expect(band(accuracy, [[98, 9]], 'near')[1]).toBe(100);
    expect(
      band(
        error,
        [
          [16.2, null],
          [60, 20],
        ],
        'full',
      ),
    ).toEqual([0, 80]);
    expect(
      band(
        rmse,
        [
          [12, 3],
          [20, 5],
        ],
        'full',
      ),
    ).toEqual([8, 26]);
  });

  it('of errors is near the best by itself where more than half of it would be empty', () => {
    expect(ends(measureOf('error-rate'), [27, 32], 'auto')).toEqual(ends(measureOf('error-rate'), [27, 32], 'near'));
    expect(ends(measureOf('error-rate'), [27, 32], 'auto')[0]).toBeGreaterThan(20);
    expect(ends(measureOf('error-rate'), [12, 80], 'auto')).toEqual(ends(measureOf('error-rate'), [12, 80], 'full'));
  });

  it('turns round for rates that are better when higher', () => {
    expect(ends(measureOf('accuracy'), [7, 83.8], 'near')).toEqual([55, 85]);
  });

  it('holds all values of a measure that is no share, near the best too', () => {
    expect(ends(measureOf('log-likelihood'), [-412, -398], 'near')).toEqual([-412, -398]);
  });

  it('has some extent for one value, and for none', () => {
    expect(ends(measureOf('error-rate'), [0], 'full')).toEqual([0, 1]);
    expect(ends(measureOf('accuracy'), [100], 'full')).toEqual([90, 100]);
    expect(ends(measureOf('error-rate'), [], 'near')).toEqual([0, 100]);
  });

  it('is named with its unit', () => {
    expect(meanTitle(measureOf('rmse'))).toBe('Mean reconstruction RMSE (grey levels)');
    expect(meanTitle(measureOf('verification-auc'))).toBe('Mean verification AUC');
  });
});
