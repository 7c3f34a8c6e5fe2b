/** The data sets that charts of curves hand to chart.js, and what our plug-ins draw of them. */
import type { ChartDataset } from 'chart.js';
import type { LineMark, LinePoint } from '../../../core/figures/charts/lineChart.ts';
import type { MarkerOutline } from '../../../core/figures/markers.ts';

/** A point of a chart, with the ends of its bar where it has one. */
export type ChartPoint = (LinePoint | LineMark) & { readonly yMin?: number; readonly yMax?: number };

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
  /** One per point; null: none there. */
  readonly markers: readonly (DrawnMarker | null)[];
}

export type SeriesDataset = ChartDataset<'lineWithErrorBars', ChartPoint[]> & { readonly drawn: DrawnSeries };
