/** Draws the markers of methods with the same outlines as tables, legends and exported figures. */
import type { Plugin } from 'chart.js';
import { outlinePath, type Outline } from '../../../core/figures/drawing/outline.ts';
import { drawingOrder, plotOf, type Plot, type DrawnMarker, type SeriesDataset } from './plot.ts';

/** Above all lines, so no curve of another method crosses a marker. */
export const seriesMarkers: Plugin<'line'> = {
  id: 'seriesMarkers',
  afterDatasetsDraw: (chart) => drawMarkers(plotOf(chart), chart.data.datasets as unknown as SeriesDataset[]),
};

/** The markers of all data sets, in the order of their lines: the first is on top. */
export function drawMarkers(plot: Plot, datasets: readonly SeriesDataset[]): void {
  for (const { data, drawn } of drawingOrder(datasets))
    drawn.markers.forEach((marker, i) => {
      if (marker) drawMarker(plot.context, marker, plot.x(data[i].x), plot.y(data[i].y));
    });
}

/** Paths by outline, shared by all markers of a kind: charts side by side have a thousand markers. */
const paths = new WeakMap<Outline, Path2D>();

function pathOf(outline: Outline): Path2D {
  const path = paths.get(outline) ?? new Path2D(outlinePath(outline));
  paths.set(outline, path);
  return path;
}

/** A marker centred at a position. */
export function drawMarker(context: CanvasRenderingContext2D, marker: DrawnMarker, x: number, y: number): void {
  const outline = pathOf(marker.outline.outline);
  context.save();
  context.translate(x, y);
  context.scale(marker.size, marker.size);
  context.fillStyle = marker.fill;
  context.strokeStyle = marker.edge;
  context.lineWidth = marker.outline.line;
  context.fill(outline);
  context.stroke(outline);
  context.restore();
}
