/** Shades the spread around every curve that has a band, below the curves. */
import type { Plugin } from 'chart.js';
import { area } from 'd3-shape';
import { bandEnds, LINE_STYLE } from '../../../core/figures/charts/lineChart.ts';
import { plotOf, type Plot, drawingOrder, type ChartPoint, type SeriesDataset } from './plot.ts';
import { barReach, barStrokes } from '../../../core/figures/charts/errorBarPlacement.ts';

/** A plug-in, because filled data sets would be candidates for the point under the pointer. */
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

// Draws error bars below the curves, at the same positions as in exported figures.

/** A plug-in for the same reason as `spreadBand`. */
export const spreadBars: Plugin<'line'> = {
  id: 'spreadBars',
  beforeDatasetsDraw: (chart) => drawBars(plotOf(chart), chart.data.datasets as unknown as SeriesDataset[]),
};

/** The error bars of those data sets that have some. */
export function drawBars({ context, area, x, y }: Plot, datasets: readonly SeriesDataset[]): void {
  const barred = drawingOrder(datasets).filter(({ drawn }) => drawn.bars.at.length > 0);
  if (barred.length === 0) return;
  const reach = barReach(barred.map(({ drawn }) => drawn.bars.shift));
  context.save();
  context.beginPath();
  context.rect(area.left - reach, area.top, area.width + 2 * reach, area.height);
  context.clip();
  context.lineWidth = LINE_STYLE.barWidth;
  for (const { data, drawn, borderColor } of barred) {
    context.beginPath();
    for (const at of drawn.bars.at) {
      const [low, high] = bandEnds(data[at])!;
      for (const [from, to] of barStrokes(x(data[at].x) + drawn.bars.shift, y(low), y(high))) {
        context.moveTo(...from);
        context.lineTo(...to);
      }
    }
    context.strokeStyle = String(borderColor);
    context.stroke();
  }
  context.restore();
}
