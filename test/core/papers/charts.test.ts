import { describe, expect, it } from 'vitest';
import { endLabels } from '../../../src/core/figures/charts/endLabels.ts';
import { chartOf } from '../../../src/core/papers/charts.ts';
import type { ResultChart, ResultSeries } from '../../../src/core/papers/result.ts';

function chart(series: readonly Partial<ResultSeries>[]): ResultChart {
  return {
    title: 'A chart',
    x: { title: 'x', scale: 'linear' },
    y: { title: 'y', scale: 'linear' },
    series: series.map((one, s) => ({
      label: `series ${s + 1}`,
      method: null,
      points: [
        { x: 70, y: 3 },
        { x: 30, y: 1 },
      ],
      ...one,
    })),
    notes: [],
  };
}

describe('a chart of a result', () => {
  it('runs from left to right, whatever the order of its points', () => {
    const { series } = chartOf(chart([{ method: 'pca' }, { loose: true }]));
    expect(series.map(({ points }) => points.map(({ x }) => x))).toEqual([
      [30, 70],
      [70, 30],
    ]);
  });

  it('gives every class a colour and every guide a marker of its own', () => {
    const classes = chartOf(chart([0, 1, 2, 3].map((group) => ({ group, loose: true }) as const))).series;
    expect(new Set(classes.map(({ appearance }) => `${appearance.light} ${appearance.marker}`)).size).toBe(4);
    const guides = chartOf(chart([{}, { method: 'pca' }, {}])).series.map(({ appearance }) => appearance.marker);
    expect(guides[0]).not.toBe(guides[2]);
  });

  it('names classes of points at the edge, in their order', () => {
    const drawn = chartOf(chart([0, 1, 2].map((group) => ({ group, loose: true }) as const)));
    const labels = endLabels(drawn, { width: 500, height: 300, values: false })!;
    expect(labels.map(({ series }) => series)).toEqual([0, 1, 2]);
    expect(labels.every(({ inside, end }) => inside === null && end === null)).toBe(true);
    expect(labels.map(({ at }) => at)).toEqual([0, 16, 32]);
  });
});
