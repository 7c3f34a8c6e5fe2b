/** The parts of chart.js that line charts use; plot area and data sets of a chart, which our own drawing needs. */
import {
  Chart,
  LinearScale,
  LineController,
  LineElement,
  LogarithmicScale,
  PointElement,
  Tooltip,
  type ChartDataset,
} from 'chart.js';
import type { LineMark, LinePoint } from '../../../core/figures/charts/lineChart.ts';
import type { MarkerOutline } from '../../../core/figures/markers.ts';

Chart.register(LinearScale, LineController, LineElement, LogarithmicScale, PointElement, Tooltip);

export { Chart };

// The data sets of line charts for chart.js, and what our plug-ins draw of them.

export type ChartPoint = LinePoint | LineMark;

export interface DrawnMarker {
  readonly outline: MarkerOutline;
  /** Relative to the outline. */
  readonly size: number;
  /** Fill and edge colour. */
  readonly fill: string;
  readonly edge: string;
}

/** Drawn for a data set in addition to its line. */
export interface DrawnSeries {
  readonly band: boolean;
  /** Indices of the points with an error bar, and the shift of bars to the right in pixels. */
  readonly bars: { readonly at: readonly number[]; readonly shift: number };
  /** One per point; null: no marker. */
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
  /** Converts a value to pixels along each axis. */
  readonly x: (value: number) => number;
  readonly y: (value: number) => number;
}

export function plotOf(chart: Chart<'line'>): Plot {
  const { ctx: context, chartArea: area, scales } = chart;
  return {
    context,
    area,
    x: (value) => scales['x'].getPixelForValue(value),
    y: (value) => scales['y'].getPixelForValue(value),
  };
}

/** Data sets in the drawing order of chart.js: among equals the first is on top. */
export function drawingOrder(datasets: readonly SeriesDataset[]): SeriesDataset[] {
  return datasets.toSorted((a, b) => (a.order ?? 0) - (b.order ?? 0)).reverse();
}
