import { describe, expect, it } from 'vitest';
import { endLabels } from '../../../src/core/figures/endLabels.ts';
import type { LineChart } from '../../../src/core/figures/lineChart.ts';
import { appearanceOf } from '../../../src/core/methods/appearance.ts';
import { findMethod } from '../../../src/core/methods/registry.ts';

const appearance = appearanceOf(findMethod('pca')!);

/** A chart over 0 … 10 and 0 … 100, of lines from 50 to these ends. */
function chartOf(ends: readonly (readonly [x: number, y: number])[]): LineChart {
  const point = (x: number, y: number) => ({ x, y, name: '', reading: '', marked: true });
  return {
    description: '',
    x: { kind: 'linear', from: 0, to: 10, title: '', ticks: [] },
    y: { kind: 'linear', from: 0, to: 100, title: '', ticks: [] },
    spread: 'none',
    series: ends.map(([x, y], i) => ({
      label: `${i}`,
      note: '',
      appearance,
      points: [point(0, 50), point(x, y)],
      marks: [],
    })),
    legendNotes: [],
  };
}

describe('labels at the ends of lines', () => {
  it('stand at their lines where these end far apart', () => {
    expect(
      endLabels(
        chartOf([
          [10, 25],
          [5, 75],
        ]),
        400,
      ),
    ).toEqual([
      { series: 1, x: 0.5, y: 0.25, at: 100 },
      { series: 0, x: 1, y: 0.75, at: 300 },
    ]);
  });

  it('move apart evenly where lines end together, in the order of the lines', () => {
    const labels = endLabels(chartOf([50, 51, 50.5].map((y) => [10, y])), 400)!;
    expect(labels.map(({ series }) => series)).toEqual([1, 2, 0]);
    const places = labels.map(({ at }) => at);
    expect(places.map((at) => at - places[0])).toEqual([0, 16, 32]);
    // The middle one stays: the three move as little as they can.
    expect(places[1]).toBeCloseTo(198, 12);
  });

  it('stay within the plot and never cover each other, whatever the lines', () => {
    for (let seed = 1; seed < 40; seed++) {
      const ends = Array.from({ length: 12 }, (_, i) => [10, ((seed * 7919 * (i + 3)) % 140) - 20] as const);
      const places = endLabels(chartOf(ends), 220)!.map(({ at }) => at);
      expect(places).toHaveLength(12);
      expect(Math.min(...places)).toBeGreaterThanOrEqual(0);
      expect(Math.max(...places)).toBeLessThanOrEqual(220);
      for (let i = 1; i < places.length; i++) expect(places[i] - places[i - 1]).toBeGreaterThan(16 - 1e-9);
    }
  });

  it('of a line that leaves the plot begin at its last point inside', () => {
    const chart = chartOf([[10, 180]]);
    expect(endLabels(chart, 400)).toEqual([{ series: 0, x: 0, y: 0.5, at: 200 }]);
  });

  it('are none where there is no room for all', () => {
    expect(endLabels(chartOf(Array.from({ length: 30 }, () => [10, 50])), 400)).toBeNull();
  });
});
