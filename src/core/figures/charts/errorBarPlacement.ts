/** Where the bars of a chart of lines stand: those of several methods at one place would cover each other. */
import type { Point } from '../drawing/outline.ts';
import { bandEnds, hasBar, LINE_STYLE, type LineChart } from './lineChart.ts';

/** Pixels from the bars of one series to those of the next, and from the first to the last at most. */
const STEP = 3;
/** A bar touches the marker that it belongs to. */
const WHOLE = 7;

/** Pixels that bars of such shifts reach beyond the ends of the horizontal axis: nothing where none steps aside. */
export function barReach(shifts: readonly number[]): number {
  return shifts.some((shift) => shift !== 0) ? (WHOLE + LINE_STYLE.cap) / 2 : 0;
}

/** One per series: pixels that its bars stand right of their points; 0 where they cover none of another series. */
export function barShifts(chart: Pick<LineChart, 'series' | 'spread'>): number[] {
  const bars = chart.series.map(
    ({ points }): Bars => new Map(points.flatMap((at) => (hasBar(chart, at) ? [[at.x, bandEnds(at)!]] : []))),
  );
  // A series belongs to the group of each series that its bars cover.
  const group = bars.map((_, i) => i);
  bars.forEach((own, i) => {
    bars.slice(0, i).forEach((other, j) => {
      const [kept, gone] = [group[j], group[i]];
      if (kept !== gone && cover(own, other)) group.forEach((one, k) => one === gone && (group[k] = kept));
    });
  });
  return group.map((own, i) => {
    const members = group.flatMap((one, k) => (one === own ? [k] : []));
    const gaps = members.length - 1;
    return (members.indexOf(i) - gaps / 2) * Math.min(STEP, WHOLE / gaps);
  });
}

/** The ends of the bars of a series by their places. */
type Bars = ReadonlyMap<number, readonly [low: number, high: number]>;

function cover(some: Bars, others: Bars): boolean {
  return [...some].some(([x, [low, high]]) => {
    const other = others.get(x);
    return other !== undefined && other[0] <= high && low <= other[1];
  });
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
