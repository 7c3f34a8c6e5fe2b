/** Shades ± one standard deviation around every curve, below the curves. */
import type { Plugin } from 'chart.js';

interface Deviating {
  readonly x: number;
  readonly y: number;
  readonly std: number | null;
}

/** A plug-in rather than filled data sets: those would take part in finding the point under the pointer. */
export const deviationBand: Plugin<'lineWithErrorBars'> = {
  id: 'deviationBand',
  beforeDatasetsDraw(chart) {
    const { ctx: context, chartArea, scales } = chart;
    context.save();
    context.beginPath();
    context.rect(chartArea.left, chartArea.top, chartArea.width, chartArea.height);
    context.clip();
    context.globalAlpha = 0.14;
    for (const { data, borderColor } of chart.data.datasets) {
      const points = (data as unknown as readonly Deviating[]).filter((point) => point.std !== null);
      const trace = (point: Deviating, sign: 1 | -1): void =>
        context.lineTo(
          scales['x'].getPixelForValue(point.x),
          scales['y'].getPixelForValue(point.y + sign * (point.std ?? 0)),
        );
      context.beginPath();
      for (const point of points) trace(point, 1);
      for (const point of points.toReversed()) trace(point, -1);
      context.closePath();
      context.fillStyle = String(borderColor);
      context.fill();
    }
    context.restore();
  },
};
