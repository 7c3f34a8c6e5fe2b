import { describe, expect, it } from 'vitest';
import { timeChart } from '../../../../src/core/figures/charts/timeChart.ts';
import { appearancesOf } from '../../../../src/core/methods/appearance.ts';
import { tableOf } from '../../study/tableOf.ts';

const table = tableOf([[30, 12, 20, 12]], { methods: ['pca', 'bppca', 'glram', 'lda'] });
const labels = table.rows.map(({ label }) => label);
const appearances = appearancesOf(table.rows);
/** The second is the best and the slowest; the last is as good, and faster than it and the third. */
const times = (seconds: readonly (number | undefined)[]) => ({
  of: 'cell' as const,
  seconds: Object.fromEntries(labels.flatMap((label, i) => (seconds[i] === undefined ? [] : [[label, seconds[i]]]))),
});
const look = { condition: table.conditions[0].key, selection: 'oracle' as const };

describe('a measure against computing time', () => {
  it('has a point per method, the best first, and the front of those that no other beats in both', () => {
    const { series, x } = timeChart(table, times([0.1, 40, 9, 3]), look, appearances);
    expect(series.map(({ label }) => label)).toEqual([labels[3], labels[1], labels[2], labels[0], 'Pareto front']);
    expect(series[0].points).toMatchObject([{ x: 3, y: 12, marked: true }]);
    expect(series[0].note).toMatch(/^12\.0+, 3 s$/);
    const front = series.at(-1)!;
    expect(front.points.map((point) => [point.x, point.y])).toEqual([
      [0.1, 30],
      [3, 12],
    ]);
    expect([x.kind, x.title]).toEqual(['log', 'Computing time per repeat, all latent shapes and tests (s)']);
    expect(x.from).toBeLessThan(0.1);
    expect(x.to).toBeGreaterThan(40);
  });

  it('says how many methods have no value or no time', () => {
    const chart = timeChart(table, times([0.1, undefined, 9, undefined]), look, appearances);
    expect(chart.series.map(({ label }) => label)).toEqual([labels[2], labels[0], 'Pareto front']);
    expect(chart.legendNotes).toContain('2 without a value');
  });

  it('has no front of one method, and an axis without any', () => {
    expect(timeChart(table, times([2]), look, appearances).series.map(({ label }) => label)).toEqual([labels[0]]);
    const none = timeChart(table, times([]), look, appearances);
    expect([none.series.length, none.x.ticks.length > 0, none.y.ticks.length > 0]).toEqual([0, true, true]);
  });
});
