/** Where a chart of curves is drawn, and its data sets: what our own drawing needs to know of chart.js. */
import type { Chart } from 'chart.js';
import type { SeriesDataset } from './seriesDataset.ts';

export interface Plot {
  readonly context: CanvasRenderingContext2D;
  readonly area: {
    readonly left: number;
    readonly top: number;
    readonly right: number;
    readonly bottom: number;
    readonly width: number;
    readonly height: number;
  };
  /** Pixels of a value along each axis. */
  readonly x: (value: number) => number;
  readonly y: (value: number) => number;
}

/** The plot of a chart, drawn on its own canvas or on that of another one of the same size. */
export function plotOf(chart: Chart<'line'>, context = chart.ctx): Plot {
  const { chartArea: area, scales } = chart;
  return {
    context,
    area,
    x: (value) => scales['x'].getPixelForValue(value),
    y: (value) => scales['y'].getPixelForValue(value),
  };
}

/** Data sets as chart.js draws them: what comes first among equals lies above the others. */
export function drawingOrder(datasets: readonly SeriesDataset[]): SeriesDataset[] {
  return datasets.toSorted((a, b) => (a.order ?? 0) - (b.order ?? 0)).reverse();
}
