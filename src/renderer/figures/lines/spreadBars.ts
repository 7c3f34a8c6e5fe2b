/** Draws the bars of curves, below the curves, where exported figures have them. */
import type { Plugin } from 'chart.js';
import { bandEnds, LINE_STYLE } from '../../../core/figures/charts/lineChart.ts';
import { barReach, barStrokes } from '../../../core/figures/charts/spreadBars.ts';
import { drawingOrder, plotOf, type Plot } from './plot.ts';
import type { SeriesDataset } from './seriesDataset.ts';

/** A plug-in as that of bands is. */
export const spreadBars: Plugin<'line'> = {
  id: 'spreadBars',
  beforeDatasetsDraw: (chart) => drawBars(plotOf(chart), chart.data.datasets as unknown as SeriesDataset[]),
};

/** The bars of those data sets that have some. */
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
