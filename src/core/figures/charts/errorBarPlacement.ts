/** Horizontal shifts of error bars: those of several methods at one position would cover each other. */
import type { Point } from '../drawing/outline.ts';
import { bandEnds, hasBar, LINE_STYLE, type LineChart } from './lineChart.ts';

/** Distance between the bars of neighbouring series, and maximum distance from first to last, in pixels. */
const STEP = 3;
/** A bar still touches its marker. */
const WHOLE = 7;

/** Pixels by which shifted bars extend beyond the horizontal axis; 0 if none is shifted. */
export function barReach(shifts: readonly number[]): number {
  return shifts.some((shift) => shift !== 0) ? (WHOLE + LINE_STYLE.cap) / 2 : 0;
}

/** Horizontal shift of the bars of each series, in pixels; 0 if they cover no bars of another series. */
export function barShifts(chart: Pick<LineChart, 'series' | 'spread'>): number[] {
  const bars = chart.series.map(
    ({ points }): Bars => new Map(points.flatMap((at) => (hasBar(chart, at) ? [[at.x, bandEnds(at)!]] : []))),
  );
  // Series whose bars cover each other are merged into one group.
  const group = bars.map((_, i) => i);
  bars.forEach((seriesBars, i) => {
    bars.slice(0, i).forEach((other, j) => {
      const [kept, gone] = [group[j], group[i]];
      if (kept !== gone && cover(seriesBars, other)) group.forEach((one, k) => one === gone && (group[k] = kept));
    });
  });
  return group.map((id, i) => {
    const members = group.flatMap((one, k) => (one === id ? [k] : []));
    const gaps = members.length - 1;
    return (members.indexOf(i) - gaps / 2) * Math.min(STEP, WHOLE / gaps);
  });
}

/** Ends of the bars of a series, by x. */
type Bars = ReadonlyMap<number, readonly [low: number, high: number]>;

function cover(some: Bars, others: Bars): boolean {
  return [...some].some(([x, [low, high]]) => {
    const other = others.get(x);
    return other !== undefined && other[0] <= high && low <= other[1];
  });
}

/** Strokes of a bar: the stem and both caps. */
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
