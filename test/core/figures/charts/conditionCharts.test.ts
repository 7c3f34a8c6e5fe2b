import { describe, expect, it } from 'vitest';
import { conditionCharts, type ConditionsLook } from '../../../../src/core/figures/charts/conditionCharts.ts';
import { appearancesOf } from '../../../../src/core/methods/appearance.ts';
import type { ConditionAxis } from '../../../../src/core/study/spec/conditionAxes.ts';
import { tableOf } from '../../study/tableOf.ts';

// Conditions k=1 … k=4: two lines of two points.
const table = tableOf(
  [
    [30, 12],
    [20, 10],
    [60, null],
    [40, 35],
  ],
  { methods: ['pca', 'lda'] },
);
const axis: ConditionAxis = {
  id: 'gaussian-noise@test',
  title: 'Noise, σ',
  lines: [
    {
      title: 'few',
      points: [
        { value: 0, condition: 'k=1' },
        { value: 20, condition: 'k=2' },
      ],
    },
    {
      title: 'many',
      points: [
        { value: 0, condition: 'k=3' },
        { value: 20, condition: 'k=4' },
      ],
    },
  ],
};
const appearances = appearancesOf(table.rows);
const look: ConditionsLook = { facets: false, selection: 'oracle', range: 'full', spread: 'bars' };

describe('conditionCharts', () => {
  it('has the means of the table over the numbers of the axis, the best method first', () => {
    const [chart, ...others] = conditionCharts(table, axis, look, appearances);
    expect(others).toEqual([]);
    expect(chart.series.map(({ label }) => label)).toEqual(['LDA', 'PCA']);
    expect(chart.series[1].points.map(({ x, y, spread }) => [x, y, spread])).toEqual([
      [0, 30, 1],
      [20, 20, 1],
    ]);
    expect(chart.x).toMatchObject({ title: 'Noise, σ', from: 0, to: 20 });
    expect(chart.x.ticks.map(({ value }) => value)).toEqual([0, 20]);
    expect(chart.series[1].note).toBe('30.0 → 20.0');
    expect(chart.legendNotes[0]).toBe('few, orl');
  });

  it('draws the line that has the condition asked for, and leaves out what has not finished', () => {
    const [chart] = conditionCharts(table, axis, { ...look, condition: 'k=4' }, appearances);
    expect(chart.description).toContain('many');
    expect(chart.series.find(({ label }) => label === 'LDA')!.points.map(({ x }) => x)).toEqual([20]);
  });

  it('draws a chart per line on the same axes, of the methods asked for', () => {
    const charts = conditionCharts(table, axis, { ...look, facets: true, labels: ['PCA'] }, appearances);
    expect(charts).toHaveLength(2);
    expect(charts[0].y).toEqual(charts[1].y);
    expect(charts[0].x).toEqual(charts[1].x);
    expect(charts[0].y.to).toBeGreaterThanOrEqual(60);
    expect(charts.flatMap(({ series }) => series.map(({ label }) => label))).toEqual(['PCA', 'PCA']);
  });

  it('has no series under validated selection where there is none', () => {
    const [chart] = conditionCharts(table, axis, { ...look, selection: 'validated' }, appearances);
    expect(chart.series).toEqual([]);
  });
});
