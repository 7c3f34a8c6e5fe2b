import { describe, expect, it } from 'vitest';
import { errorCurves } from '../../../../src/core/figures/charts/errorCurves.ts';
import { lineChartConfig } from '../../../../src/renderer/figures/lines/lineChartConfig.ts';
import { fakeMethods, fakeResults, fakeStudy } from '../../fakeData.ts';

const study = fakeStudy(1);
const { table, curves } = fakeResults(study);
const appearances = new Map(study.methods.map(({ label, appearance }) => [label, appearance]));
const chart = errorCurves(
  table,
  curves,
  { condition: 'k=2', labels: undefined, axis: 'latent', scale: 'log', range: 'full', shapes: 'best', spread: 'bars' },
  appearances,
);
const look = { theme: 'light', highlighted: null, font: 'sans-serif' } as const;
const lines = (config: ReturnType<typeof lineChartConfig>) =>
  config.data.datasets.filter(({ showLine }) => showLine !== false);

describe('the configuration of a chart of curves', () => {
  it('has a line per series, in its colour, and never animates', () => {
    const config = lineChartConfig(chart, look);
    const colours = new Map(fakeMethods.map(({ title, appearance }) => [title, appearance.light]));
    expect(lines(config).map(({ label, borderColor }) => [label, borderColor])).toEqual(
      chart.series.map(({ label }) => [label, colours.get(label)]),
    );
    expect(config.options?.animation).toBe(false);
    expect(config.options?.scales?.x?.type).toBe('logarithmic');
  });

  it('lets one series stand out and keeps the hue of the others', () => {
    const drawn = lines(lineChartConfig(chart, { ...look, highlighted: 'PPCA' }));
    expect(drawn.filter(({ borderWidth }) => Number(borderWidth) > 2).map(({ label }) => label)).toEqual(['PPCA']);
    for (const { label, borderColor } of drawn) {
      const own = appearances.get(label!)!.light;
      expect(borderColor).toBe(label === 'PPCA' ? own : `${own}38`);
    }
  });

  it('names the point under the pointer and its value, of marks how they were chosen', () => {
    const { callbacks } = lineChartConfig(chart, look).options!.plugins!.tooltip!;
    const mark = chart.series[0].marks[0];
    const item = { dataset: { label: 'PCA' }, raw: mark };
    expect((callbacks!.title as (items: unknown) => unknown)([item])).toEqual([`PCA ${mark.name}`]);
    expect((callbacks!.label as (item: unknown) => unknown)(item)).toMatch(/^[\d.]+ ± [\d.]+%, chosen on the test/);
  });
});
