import { describe, expect, it } from 'vitest';
import { endLabels, labelWidth } from '../../../../src/core/figures/charts/endLabels.ts';
import { textWidth } from '../../../../src/core/figures/painters/textWidth.ts';
import type { LineChart } from '../../../../src/core/figures/charts/lineChart.ts';
import { appearanceOf } from '../../../../src/core/methods/appearance.ts';
import { findMethod } from '../../../../src/core/methods/registry.ts';

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

const PLOT = { width: 560, height: 400, values: false };

describe('labels at the ends of lines', () => {
  it('stand right of the plot at lines that reach its right end, and at their ends inside where they end early', () => {
    const chart = chartOf([
      [10, 25],
      [5, 75],
    ]);
    expect(endLabels(chart, PLOT)).toEqual([
      { series: 1, inside: 289, at: 100, end: null },
      { series: 0, inside: null, at: 300, end: 300 },
    ]);
  });

  it('move apart evenly where lines end together, in the order of the lines', () => {
    const labels = endLabels(chartOf([50, 51, 50.5].map((y) => [10, y])), PLOT)!;
    expect(labels.map(({ series }) => series)).toEqual([1, 2, 0]);
    const places = labels.map(({ at }) => at);
    expect(places.map((at) => at - places[0])).toEqual([0, 16, 32]);
    // The middle one stays: the three move as little as they can.
    expect(places[1]).toBeCloseTo(198, 12);
  });

  it('stay within the plot and never cover each other, whatever the lines', () => {
    for (let seed = 1; seed < 40; seed++) {
      const ends = Array.from({ length: 12 }, (_, i) => [10, ((seed * 7919 * (i + 3)) % 140) - 20] as const);
      const labels = endLabels(chartOf(ends), { ...PLOT, height: 220 })!;
      expect(labels).toHaveLength(12);
      // Lines that leave the plot may have their names inside it.
      const places = labels.filter(({ inside }) => inside === null).map(({ at }) => at);
      expect(places.length).toBeGreaterThan(3);
      expect(Math.min(...places)).toBeGreaterThanOrEqual(0);
      expect(Math.max(...places)).toBeLessThanOrEqual(220);
      for (let i = 1; i < places.length; i++) expect(places[i] - places[i - 1]).toBeGreaterThan(16 - 1e-9);
    }
  });

  it('inside the plot cover no line and no marker, whatever the lines', () => {
    let inside = 0;
    for (let seed = 1; seed < 60; seed++) {
      const ends = Array.from(
        { length: 9 },
        (_, i) => [2 + ((seed * 31 * (i + 2)) % 9), (seed * 7919 * (i + 3)) % 100] as const,
      );
      const chart = chartOf(ends);
      const boxes = endLabels(chart, PLOT)!.flatMap((label) =>
        label.inside === null ? [] : [{ ...label, left: label.inside }],
      );
      inside += boxes.length;
      const covered = boxes.filter(({ left, at, series }) => {
        const right = left + textWidth(chart.series[series].label, 12);
        return chart.series.some(({ points }) => {
          const [[x0, y0], [x1, y1]] = points.map(({ x, y }) => [56 * x, 4 * (100 - y)]);
          // Sampled more densely than any letter is wide.
          const steps = Array.from({ length: 200 }, (_, step) => step / 199);
          return steps.some((share) => {
            const [x, y] = [x0 + (x1 - x0) * share, y0 + (y1 - y0) * share];
            return x > left && x < right && Math.abs(y - at) < 6.9;
          });
        });
      });
      expect(covered).toEqual([]);
    }
    expect(inside).toBeGreaterThan(60);
  });

  it('of single points stand beside these, left or above where there is no room on the right', () => {
    const point = (x: number, y: number) => ({ x, y, name: '', reading: '', marked: true });
    const chart = chartOf([]);
    const series = [
      [5, 50],
      [9.95, 50],
    ].map(([x, y], i) => ({ label: `method ${i}`, note: '', appearance, points: [point(x, y)], marks: [] }));
    const [first, second] = endLabels({ ...chart, series }, PLOT)!.toSorted((a, b) => a.series - b.series);
    expect(first).toMatchObject({ inside: 289, at: 200, end: null });
    expect(second.inside! + textWidth('method 1', 12)).toBeCloseTo(0.995 * 560 - 9, 6);
  });

  it('have no leader where the line ended early and its end leaves no room', () => {
    // Lines that run close above and below the short one, and over its end.
    const across = [40, 44, 48, 52, 56, 60].map((y) => [10, y] as const);
    const labels = endLabels(chartOf([[9, 50], ...across]), { ...PLOT, height: 120 })!;
    expect(labels.find(({ series }) => series === 0)).toMatchObject({ inside: null, end: null });
    expect(labels.filter(({ end }) => end !== null)).toHaveLength(across.length);
  });

  it('of a line that leaves the plot begin at its last point inside', () => {
    const chart = chartOf([[10, 180]]);
    expect(endLabels(chart, PLOT)).toMatchObject([{ series: 0, end: null }]);
  });

  it('of a line that leaves the plot stand next to its large mark, with room for the value', () => {
    const chart = chartOf([[10, 180]]);
    const mark = { x: 3, y: 40, name: '', reading: '', kind: 'large' } as const;
    const series = chart.series.map((one) => ({ ...one, label: '2DLDA', note: '14.7 (5)', marks: [mark] }));
    const [label] = endLabels({ ...chart, series }, { ...PLOT, values: true })!;
    // Beside the mark, not where the line crosses the upper edge.
    expect(Math.abs(label.at - 0.6 * PLOT.height)).toBeLessThanOrEqual(18);
    expect(labelWidth(series[0], true)).toBeCloseTo(textWidth('2DLDA', 12) + 8 + textWidth('14.7 (5)', 12), 9);
  });

  it('are none where there is no room for all', () => {
    expect(endLabels(chartOf(Array.from({ length: 30 }, () => [10, 50])), PLOT)).toBeNull();
  });
});
