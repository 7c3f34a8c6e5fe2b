/** Shades the band around every curve that asks for it, below the curves. */
import type { Plugin } from 'chart.js';
import { area } from 'd3-shape';
import { bandEnds, LINE_STYLE } from '../../../core/figures/charts/lineChart.ts';
import { plotOf, type Plot } from './plot.ts';
import type { ChartPoint, SeriesDataset } from './seriesDataset.ts';

/** A plug-in rather than filled data sets: those would take part in finding the point under the pointer. */
export const spreadBand: Plugin<'line'> = {
  id: 'spreadBand',
  beforeDatasetsDraw: (chart) => drawBands(plotOf(chart), chart.data.datasets as unknown as SeriesDataset[]),
};

/** The bands of those data sets that have one. */
export function drawBands(plot: Plot, datasets: readonly SeriesDataset[]): void {
  const banded = datasets.filter(({ drawn }) => drawn.band);
  if (banded.length === 0) return;
  const { context } = plot;
  const edge =
    (side: 0 | 1) =>
    (point: ChartPoint): number =>
      plot.y(bandEnds(point)?.[side] ?? point.y);
  const trace = area<ChartPoint>(({ x }) => plot.x(x), edge(0), edge(1))
    .defined((point) => bandEnds(point) !== null)
    .context(context);
  context.save();
  context.beginPath();
  context.rect(plot.area.left, plot.area.top, plot.area.width, plot.area.height);
  context.clip();
  context.globalAlpha = LINE_STYLE.bandOpacity;
  for (const { data, borderColor } of banded.toReversed()) {
    context.beginPath();
    trace(data);
    context.fillStyle = String(borderColor);
    context.fill();
  }
  context.restore();
}
