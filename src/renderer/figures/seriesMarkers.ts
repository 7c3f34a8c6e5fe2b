/** Draws the markers of methods with the outlines that tables, legends and exported figures have. */
import type { Plugin } from 'chart.js';
import { outlinePath } from '../../core/figures/drawing/outline.ts';
import type { DrawnMarker, SeriesDataset } from './seriesDataset.ts';

/** Above all lines: a marker is never crossed out by the curve of another method. */
export const seriesMarkers: Plugin<'lineWithErrorBars'> = {
  id: 'seriesMarkers',
  afterDatasetsDraw(chart) {
    const { ctx: context } = chart;
    const datasets = chart.data.datasets as unknown as SeriesDataset[];
    // In the order of their lines: the first lies above the others.
    chart
      .getSortedVisibleDatasetMetas()
      .toReversed()
      .forEach(({ index, data: elements }) => {
        datasets[index].drawn.markers.forEach((marker, i) => {
          if (marker) drawMarker(context, marker, elements[i].x, elements[i].y);
        });
      });
  },
};

/** A marker around a place. */
export function drawMarker(context: CanvasRenderingContext2D, marker: DrawnMarker, x: number, y: number): void {
  const { line, inside } = marker.outline;
  const outline = new Path2D(outlinePath(marker.outline.outline));
  context.save();
  context.translate(x, y);
  context.scale(marker.size, marker.size);
  context.fillStyle = marker.fill;
  context.strokeStyle = marker.edge;
  context.lineWidth = line;
  context.fill(outline);
  context.stroke(outline);
  if (inside !== null) {
    context.fillStyle = marker.edge;
    context.fill(new Path2D(outlinePath(inside)));
  }
  context.restore();
}
