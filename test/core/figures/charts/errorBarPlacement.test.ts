import { describe, expect, it } from 'vitest';
import type { LineChart, Spread } from '../../../../src/core/figures/charts/lineChart.ts';
import { barShifts, barStrokes } from '../../../../src/core/figures/charts/errorBarPlacement.ts';

/** Series with bars at these places. */
const chart = (places: readonly (readonly number[])[], spread: Spread = 'bars'): Pick<LineChart, 'series' | 'spread'> =>
  ({
    spread,
    series: places.map((own) => ({ points: own.map((x) => ({ x, y: 1, spread: 0.5, marked: true })) })),
  }) as unknown as LineChart;

describe('bars of several series', () => {
  it('stand side by side where they have places in common, in the order of the series around their points', () => {
    expect(barShifts(chart([[1, 2], [2, 3], [3]]))).toEqual([-3, 0, 3]);
    expect(barShifts(chart([[1, 2], [7], [2, 3]]))).toEqual([-1.5, 0, 1.5]);
  });

  it('stand at their points where no two are at one place, or none are drawn', () => {
    expect(barShifts(chart([[1], [2], [3]]))).toEqual([0, 0, 0]);
    expect(barShifts(chart([[1], [1]], 'band'))).toEqual([0, 0]);
    expect(barShifts(chart([[1]]))).toEqual([0]);
    expect(barShifts(chart([]))).toEqual([]);
  });

  it('stand at their points where they are at one place and cover nothing of each other', () => {
    const series = [1, 5, 1.9].map((y) => ({ points: [{ x: 1, y, spread: 0.5, marked: true }] }));
    expect(barShifts({ spread: 'bars', series } as unknown as LineChart)).toEqual([-1.5, 0, 1.5]);
  });

  it('stay at the markers of their points, however many they are', () => {
    const shifts = barShifts(chart(Array.from({ length: 15 }, () => [1])));
    expect(Math.max(...shifts.map(Math.abs))).toBe(3.5);
    expect(new Set(shifts).size).toBe(15);
  });

  it('are a stem between two caps', () => {
    expect(barStrokes(10, 5, 1)).toEqual([
      [
        [10, 5],
        [10, 1],
      ],
      [
        [7, 5],
        [13, 5],
      ],
      [
        [7, 1],
        [13, 1],
      ],
    ]);
  });
});
