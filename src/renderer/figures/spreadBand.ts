/** Shades the band around every curve that asks for it, below the curves. */
import type { Plugin } from 'chart.js';
import { area } from 'd3-shape';
import { bandEnds, LINE_STYLE } from '../../core/figures/charts/lineChart.ts';
import type { ChartPoint, SeriesDataset } from './seriesDataset.ts';

/** A plug-in rather than filled data sets: those would take part in finding the point under the pointer. */
export const spreadBand: Plugin<'lineWithErrorBars'> = {
  id: 'spreadBand',
  beforeDatasetsDraw(chart) {
    const { ctx: context, chartArea, scales } = chart;
    const edge =
      (side: 0 | 1) =>
      (point: ChartPoint): number =>
        scales['y'].getPixelForValue(bandEnds(point)?.[side] ?? point.y);
    const trace = area<ChartPoint>(({ x }) => scales['x'].getPixelForValue(x), edge(0), edge(1))
      .defined((point) => bandEnds(point) !== null)
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
