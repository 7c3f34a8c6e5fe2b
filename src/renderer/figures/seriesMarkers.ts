/** Draws the markers of methods with the outlines that tables, legends and exported figures have. */
import type { Plugin } from 'chart.js';
import { markerLine, markerPath } from '../../core/figures/markers.ts';
import type { SeriesDataset } from './seriesDataset.ts';

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
          if (!marker) return;
          const outline = new Path2D(markerPath(marker.shape));
          context.save();
          context.translate(elements[i].x, elements[i].y);
          context.scale(marker.size, marker.size);
          context.fillStyle = marker.fill;
          context.strokeStyle = marker.edge;
          context.lineWidth = markerLine(marker.shape, marker.hollow);
          context.fill(outline);
          context.stroke(outline);
          context.restore();
        });
      });
  },
};
