/**
 * Data of line charts: errors, match characteristics, traces, eigenvalues. The page draws them with chart.js, exports
 * as SVG; everything they show is defined here.
 */
import type { Appearance } from '../../methods/appearance.ts';
import { type Axis, axisOf } from './axis.ts';
import type { Interval } from '../../stats/interval.ts';
import type { FigurePage } from '../figurePage.ts';

interface Place {
  readonly x: number;
  readonly y: number;
  /** Half the height of the band or bar around the point; absent or null if there is none. */
  readonly spread?: number | null;
  /** Both ends of an asymmetric band; null if there is none at this point. */
  readonly ends?: readonly [low: number, high: number] | null;
  /** Name and value of the point, for tooltips: "(12)", "16.25 ± 2.10%". */
  readonly name: string;
  readonly reading: string;
}

export interface LinePoint extends Place {
  /** Whether the point has a marker. */
  readonly marked: boolean;
}

/** A highlighted point, on the curve or off it: large, or a hollow diamond. */
export interface LineMark extends Place {
  readonly kind: 'large' | 'diamond';
}

export interface LineSeries {
  readonly label: string;
  /** Follows the label in the legend. */
  readonly note: string;
  readonly appearance: Appearance;
  readonly points: readonly LinePoint[];
  readonly marks: readonly LineMark[];
  /** A guide line, explained by the notes of the chart: without a label at its end or in the legend. */
  readonly guide?: true;
  /** Points only, without a line. */
  readonly loose?: true;
}

/** The series with a name in the picture, with their indices in the chart. */
export function namedSeries({
  series,
}: Pick<LineChart, 'series'>): { readonly at: number; readonly series: LineSeries }[] {
  return series.map((one, at) => ({ at, series: one })).filter((one) => !one.series.guide);
}

/** How the spread of a series is drawn: around the whole curve, as bars at its markers, or not. */
export type Spread = 'band' | 'bars' | 'none';

export interface LineChart {
  /** Text alternative for the picture. */
  readonly description: string;
  /** What distinguishes it from the other charts of a figure, all on the same axes. */
  readonly title?: string;
  readonly x: Axis;
  readonly y: Axis;
  readonly spread: Spread;
  /** In the order of the legend. */
  readonly series: readonly LineSeries[];
  /** Notes below the chart: its subject and the meaning of its marks. */
  readonly legendNotes: readonly string[];
}

/** Approximate numbers of ticks. */
export const TICKS = { x: 9, y: 7 };

/** Style shared by both painters; lengths in pixels, markers as multiples of their path. */
export const LINE_STYLE = {
  width: 1.75,
  bandOpacity: 0.14,
  leaderOpacity: 0.55,
  barWidth: 1,
  /** Full width of the caps of bars. */
  cap: 6,
  marker: 0.72,
  large: 1.3,
  /** On a narrow sheet. */
  compactLarge: 0.95,
  /** Next to a name. */
  named: 0.8,
  tick: 4,
} as const;

/** Whether a point is within the axes; points outside have no marker. */
export function isWithin({ x, y }: Pick<LineChart, 'x' | 'y'>, point: Pick<Place, 'x' | 'y'>): boolean {
  return point.y >= y.from && point.y <= y.to && point.x >= x.from && point.x <= x.to;
}

/** Both ends of the band or bar around a point; null if there is none. */
export function bandEnds({ y, spread, ends }: Pick<Place, 'y' | 'spread' | 'ends'>): readonly [number, number] | null {
  if (ends !== undefined) return ends;
  return typeof spread === 'number' ? [y - spread, y + spread] : null;
}

/** Whether a point has a bar: bars are drawn and it has a marker. */
export function hasBar({ spread }: Pick<LineChart, 'spread'>, point: LinePoint): boolean {
  return spread === 'bars' && point.marked && bandEnds(point) !== null;
}

// Bands around characteristic curves.

export const BANDS = [
  {
    id: 'deviation',
    title: '± s',
    note: 'Bands: ± one standard deviation over the repeats, at each',
  },
  {
    id: 'interval',
    title: '95%, repeats',
    note: 'Bands: 95% interval of the mean over the repeats (t, corrected for shared images), at each',
  },
  {
    id: 'subjects',
    title: '95%, subjects',
    note: 'Bands: middle 95% of 999 draws of subjects and of their scores (Poh et al., 2007), at each',
  },
  { id: 'none', title: 'Off', note: '' },
] as const;

export type Band = (typeof BANDS)[number]['id'];

/** Spread of a point of a mean curve; shares from 0 to 1. */
interface SpreadPoint {
  readonly y: number;
  readonly std?: number | null;
  readonly interval?: Interval | null;
}

/** Ends of the band at a point, shares clamped to 0 and 1; null if there is none. */
export function bandAt({ y, std, interval }: SpreadPoint, band: Band): readonly [number, number] | null {
  if (band === 'none') return null;
  const within = (share: number): number => Math.min(1, Math.max(0, share));
  if (band !== 'deviation') return interval ? [within(interval.low), within(interval.high)] : null;
  return typeof std === 'number' ? [within(y - std), within(y + std)] : null;
}

/** Note on the bands; `at`: "rank", "rate". */
export function bandNote(band: Band, at: string): string {
  return `${BANDS.find(({ id }) => id === band)!.note} ${at}`;
}

/**
 * The chart with the requested range of the vertical axis. Throws RangeError for a bound that is not allowed on a
 * logarithmic axis.
 */
export function ranged(chart: LineChart, yRange: FigurePage['yRange']): LineChart {
  if (!yRange) return chart;
  const [from, to] = yRange;
  const { kind, title } = chart.y;
  if (kind === 'log' && from <= 0) throw new RangeError(`the axis is logarithmic: it begins above 0, found ${from}`);
  return { ...chart, y: axisOf({ kind, from, to }, title, TICKS.y) };
}
