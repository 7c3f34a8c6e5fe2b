/**
 * Curves over two axes, as data: errors, match characteristics, traces, eigenvalues. The page draws it with chart.js,
 * exports as SVG; what either shows is written here.
 */
import type { Appearance } from '../../methods/appearance.ts';
import { type Axis, axisOf } from './axis.ts';
import type { Interval } from '../../stats/interval.ts';
import type { FigurePage } from '../figurePage.ts';

interface Place {
  readonly x: number;
  readonly y: number;
  /** Half the height of the band or bar around the point; absent or null: none here. */
  readonly spread?: number | null;
  /** Both ends of the band instead, where they are not equally far from the point; null: none here. */
  readonly ends?: readonly [low: number, high: number] | null;
  /** What the point is and its value, for the pointer: "(12)", "16.25 ± 2.10 %". */
  readonly name: string;
  readonly reading: string;
}

export interface LinePoint extends Place {
  /** Carries a marker. */
  readonly marked: boolean;
}

/** A point that is pointed out, on the curve or off it: large, or as a hollow diamond. */
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
  /** A guide, which the notes of the chart explain: it has no name at its end nor in the legend. */
  readonly guide?: true;
  /** Points alone, without a line through them. */
  readonly loose?: true;
}

/** The series that have a name in the picture, with their places in the chart. */
export function namedSeries({
  series,
}: Pick<LineChart, 'series'>): { readonly at: number; readonly series: LineSeries }[] {
  return series.map((one, at) => ({ at, series: one })).filter((one) => !one.series.guide);
}

/** How the spread of a series is drawn: around the whole curve, as bars at its markers, or not. */
export type Spread = 'band' | 'bars' | 'none';

export interface LineChart {
  /** For readers who do not see the picture. */
  readonly description: string;
  /** What sets it apart from the other charts of a figure, all of which are on the same axes. */
  readonly title?: string;
  readonly x: Axis;
  readonly y: Axis;
  readonly spread: Spread;
  /** In the order of the legend. */
  readonly series: readonly LineSeries[];
  /** What the chart is of and what its marks mean, below it. */
  readonly legendNotes: readonly string[];
}

/** Computes its series lazily: of fifty small multiples only a few are visible. */
export function chartWhenSeen(
  frame: Omit<LineChart, 'series' | 'legendNotes'>,
  inside: () => Pick<LineChart, 'series' | 'legendNotes'>,
): LineChart {
  let known: ReturnType<typeof inside> | undefined;
  const found = (): ReturnType<typeof inside> => (known ??= inside());
  return {
    ...frame,
    get series() {
      return found().series;
    },
    get legendNotes() {
      return found().legendNotes;
    },
  };
}

/** Ticks along the axes of a chart, about. */
export const TICKS = { x: 9, y: 7 };

/** What both painters draw with; lengths in pixels, markers as multiples of their path. */
export const LINE_STYLE = {
  width: 1.75,
  bandOpacity: 0.14,
  leaderOpacity: 0.55,
  barWidth: 1,
  /** Whole width of the caps of bars. */
  cap: 6,
  marker: 0.72,
  large: 1.3,
  /** On a narrow sheet. */
  compactLarge: 0.95,
  /** Next to a name. */
  named: 0.8,
  tick: 4,
} as const;

/** True where a point is within the axes: only there it has a marker. */
export function isWithin({ x, y }: Pick<LineChart, 'x' | 'y'>, point: Pick<Place, 'x' | 'y'>): boolean {
  return point.y >= y.from && point.y <= y.to && point.x >= x.from && point.x <= x.to;
}

/** Both ends of the band or bar around a point; null: none. */
export function bandEnds({ y, spread, ends }: Pick<Place, 'y' | 'spread' | 'ends'>): readonly [number, number] | null {
  if (ends !== undefined) return ends;
  return typeof spread === 'number' ? [y - spread, y + spread] : null;
}

/** A point has a bar where bars are drawn and it carries a marker. */
export function hasBar({ spread }: Pick<LineChart, 'spread'>, point: LinePoint): boolean {
  return spread === 'bars' && point.marked && bandEnds(point) !== null;
}

// What the bands around characteristics show.

export const BANDS = [
  {
    id: 'deviation',
    title: '± s',
    note: 'Bands: ± one standard deviation over the repeats, at each',
  },
  {
    id: 'interval',
    title: '95 %, repeats',
    note: 'Bands: 95 % interval of the mean over the repeats (t, corrected for shared images), at each',
  },
  {
    id: 'subjects',
    title: '95 %, subjects',
    note: 'Bands: middle 95 % of 999 draws of subjects and of their scores (Poh et al., 2007), at each',
  },
  { id: 'none', title: 'Off', note: '' },
] as const;

export type Band = (typeof BANDS)[number]['id'];

/** What a point of a mean curve says of its spread; shares from 0 to 1. */
interface SpreadPoint {
  readonly y: number;
  readonly std?: number | null;
  readonly interval?: Interval | null;
}

/** The ends of the band at a point, shares within 0 and 1; null: none there. */
export function bandAt({ y, std, interval }: SpreadPoint, band: Band): readonly [number, number] | null {
  if (band === 'none') return null;
  const within = (share: number): number => Math.min(1, Math.max(0, share));
  if (band !== 'deviation') return interval ? [within(interval.low), within(interval.high)] : null;
  return typeof std === 'number' ? [within(y - std), within(y + std)] : null;
}

/** What the chart says of its bands; `at`: "rank", "rate". */
export function bandNote(band: Band, at: string): string {
  return `${BANDS.find(({ id }) => id === band)!.note} ${at}`;
}

// A chart with the vertical axis that a page asks for.

/** With the ends that the vertical axis is asked for. Throws RangeError for an end that a logarithmic axis has not. */
export function ranged(chart: LineChart, yRange: FigurePage['yRange']): LineChart {
  if (!yRange) return chart;
  const [from, to] = yRange;
  const { kind, title } = chart.y;
  if (kind === 'log' && from <= 0) throw new RangeError(`the axis is logarithmic: it begins above 0, found ${from}`);
  return { ...chart, y: axisOf({ kind, from, to }, title, TICKS.y) };
}
