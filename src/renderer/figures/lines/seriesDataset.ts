/** The data sets that charts of curves hand to chart.js, and what our plug-ins draw of them. */
import type { ChartDataset } from 'chart.js';
import type { LineMark, LinePoint } from '../../../core/figures/charts/lineChart.ts';
import type { MarkerOutline } from '../../../core/figures/markers.ts';

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
