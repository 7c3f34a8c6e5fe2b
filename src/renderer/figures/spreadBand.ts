/** Shades ± one standard deviation around every curve that asks for it, below the curves. */
import type { Plugin } from 'chart.js';
import { area } from 'd3-shape';
import { LINE_STYLE } from '../../core/figures/lineChart.ts';
import type { ChartPoint, SeriesDataset } from './seriesDataset.ts';

/** A plug-in rather than filled data sets: those would take part in finding the point under the pointer. */
export const spreadBand: Plugin<'lineWithErrorBars'> = {
  id: 'spreadBand',
  beforeDatasetsDraw(chart) {
    const { ctx: context, chartArea, scales } = chart;
    const edge =
      (sign: 1 | -1) =>
      ({ y, spread }: ChartPoint): number =>
        scales['y'].getPixelForValue(y + sign * (spread ?? 0));
    const trace = area<ChartPoint>(({ x }) => scales['x'].getPixelForValue(x), edge(-1), edge(1))
      .defined(({ spread }) => typeof spread === 'number')
      .context(context);
    context.save();
    context.beginPath();
    context.rect(chartArea.left, chartArea.top, chartArea.width, chartArea.height);
    context.clip();
    context.globalAlpha = LINE_STYLE.bandOpacity;
    for (const { data, borderColor, drawn } of (chart.data.datasets as unknown as SeriesDataset[]).toReversed()) {
      if (!drawn.band) continue;
      context.beginPath();
      trace(data);
      context.fillStyle = String(borderColor);
      context.fill();
    }
    context.restore();
  },
};
