/** Where a chart of curves is drawn, and its data sets: what our own drawing needs to know of chart.js. */
import type { Chart, ChartDataset } from 'chart.js';
import type { LineMark, LinePoint } from '../../../core/figures/charts/lineChart.ts';
import type { MarkerOutline } from '../../../core/figures/markers.ts';

// The data sets that charts of curves hand to chart.js, and what our plug-ins draw of them.

export type ChartPoint = LinePoint | LineMark;

export interface DrawnMarker {
  readonly outline: MarkerOutline;
  /** Multiples of the outline. */
  readonly size: number;
  /** Colours of its inside and of its edge. */
  readonly fill: string;
  readonly edge: string;
}

/** What is drawn of a data set in addition to its line. */
export interface DrawnSeries {
  readonly band: boolean;
  /** Points that have a bar, by their places in the data, and how many pixels right of them bars stand. */
  readonly bars: { readonly at: readonly number[]; readonly shift: number };
  /** One per point; null: none there. */
  readonly markers: readonly (DrawnMarker | null)[];
}

export type SeriesDataset = ChartDataset<'line', ChartPoint[]> & { readonly drawn: DrawnSeries };

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
