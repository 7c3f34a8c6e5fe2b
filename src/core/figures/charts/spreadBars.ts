/** Where the bars of a chart of lines stand: those of several methods at one place would cover each other. */
import type { Point } from '../drawing/outline.ts';
import { hasBar, LINE_STYLE, type LineChart } from './lineChart.ts';

/** Pixels from the bars of one series to those of the next, and from the first to the last at most. */
const STEP = 3;
/** A bar touches the marker that it belongs to. */
const WHOLE = 7;

/** Pixels that bars reach beyond the ends of the horizontal axis, where points at these ends have theirs. */
export const BAR_REACH = (WHOLE + LINE_STYLE.cap) / 2;

/** One per series: pixels that its bars stand right of their points; 0 where no other series has bars at the same. */
export function barShifts(chart: Pick<LineChart, 'series' | 'spread'>): number[] {
  const places = chart.series.map(
    ({ points }) => new Set(points.filter((point) => hasBar(chart, point)).map(({ x }) => x)),
  );
  const shared = places.flatMap((own, i) =>
    places.some((other, j) => j !== i && [...other].some((x) => own.has(x))) ? [i] : [],
  );
  const gaps = shared.length - 1;
  const step = Math.min(STEP, WHOLE / gaps);
  return places.map((_, i) => (shared.includes(i) ? (shared.indexOf(i) - gaps / 2) * step : 0));
}

/** The strokes of a bar from one height to another: the stem and both caps. */
export function barStrokes(x: number, low: number, high: number): readonly (readonly [Point, Point])[] {
  const half = LINE_STYLE.cap / 2;
  const cap = (y: number): readonly [Point, Point] => [
    [x - half, y],
    [x + half, y],
  ];
  return [
    [
      [x, low],
      [x, high],
    ],
    cap(low),
    cap(high),
  ];
}
