/** Axes and content of a line chart, alone or as one of several panels. */
import { placesOn, type Tick } from '../charts/axis.ts';
import {
  bandEnds,
  hasBar,
  isWithin,
  LINE_STYLE,
  type LineChart,
  type LinePoint,
  type LineSeries,
} from '../charts/lineChart.ts';
import { barReach, barShifts, barStrokes } from '../charts/errorBarPlacement.ts';
import { path, paths, short, text, type Point, type Shape } from '../drawing/drawing.ts';
import { hollowMarker, marker } from './marker.ts';
import { roomyTicks } from './textWidth.ts';
import type { FigureColours } from './theme.ts';

const FONT = 12;
/** Line height of titles. */
export const LINE = 15;

/** Position of the axes, and their labels. */
export interface PlotFrame {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  /** Smaller large marks, for narrow sheets and panels. */
  readonly compact: boolean;
  /** Whether to draw the labels of the horizontal axis even if they are close to each other. */
  readonly allTicks: boolean;
  /** Whether the vertical axis has labels. */
  readonly values: boolean;
}

type Place = (point: { readonly x: number; readonly y: number }) => Point;

/** Axes with ticks, and the content between them; `titles` are drawn above the axes and below the lines. */
export function linePlot(
  chart: LineChart,
  frame: PlotFrame,
  colours: FigureColours,
  titles: readonly Shape[],
): Shape[] {
  const { left, top, width, height } = frame;
  const [across, up] = [placesOn(chart.x), placesOn(chart.y)];
  const place: Place = ({ x, y }) => [left + width * across(x), top + height * (1 - up(y))];
  // The first series, the best, is drawn on top.
  const series = chart.series.toReversed();
  const shifts = barShifts(chart).toReversed();
  const spread = series.flatMap((one, i) => spreadOf(chart, one, shifts[i], place, colours));
  const reach = barReach(shifts);
  const curves = series.flatMap((one) => curve(one, place, colours));
  return [
    ...axes(chart, frame, place, colours),
    ...titles,
    ...(reach > 0 ? [cut(frame, reach, spread), cut(frame, 0, curves)] : [cut(frame, 0, [...spread, ...curves])]),
    ...series.flatMap((one) => markers(chart, one, place, colours)),
    ...series.flatMap((one) => marks(chart, one, place, frame.compact, colours)),
  ];
}

/** Clips shapes to the plot, extended by `reach` on the left and right. */
function cut({ left, top, width, height }: PlotFrame, reach: number, shapes: readonly Shape[]): Shape {
  return { kind: 'clip', x: short(left - reach), y: short(top), width: width + 2 * reach, height, shapes };
}

/** Title of the vertical axis, centred at `y`. */
export function verticalTitle(title: string, y: number, colours: FigureColours): Shape {
  return text(14, y, title, { part: 'y title', fill: colours.text, 'text-anchor': 'middle', upward: 'after' });
}

/** Lines of the title of a horizontal axis, centred at `x`, the first at `y`. */
export function horizontalTitle(lines: readonly string[], [x, y]: Point, colours: FigureColours): Shape[] {
  const look = { part: 'x title', fill: colours.text, 'text-anchor': 'middle' } as const;
  return lines.map((words, l) => text(x, y + l * LINE, words, look));
}

function axes({ x, y }: LineChart, frame: PlotFrame, place: Place, colours: FigureColours): Shape[] {
  const { left, top, width } = frame;
  const along = (value: number): number => place({ x: value, y: y.from })[0];
  const roomy = frame.allTicks ? x.ticks : roomyTicks(x.ticks, ({ value }) => along(value), FONT);
  const bottom = top + frame.height;
  const grey = { fill: colours.secondary };
  const across = ({ value, text: words }: Tick): Shape[] => {
    const [, at] = place({ x: x.from, y: value });
    const [start, end]: Point[] = [
      [left, at],
      [left + width, at],
    ];
    const rule = path([start, end], { stroke: colours.hairline });
    if (!frame.values) return [rule];
    const label = text(left - 8, at + 4, words, { part: 'y tick', ...grey, 'text-anchor': 'end' });
    return [rule, label];
  };
  const under = (tick: Tick): Shape[] => {
    const { value, text: words } = tick;
    const [at] = place({ x: value, y: y.from });
    const [start, end]: Point[] = [
      [at, bottom],
      [at, bottom + LINE_STYLE.tick],
    ];
    const mark = path([start, end], { stroke: colours.secondary });
    if (!roomy.includes(tick)) return [mark];
    return [mark, text(at, bottom + 18, words, { part: 'x tick', ...grey, 'text-anchor': 'middle' })];
  };
  const lines: Point[] = [
    [left, top],
    [left, bottom],
    [left + width, bottom],
  ];
  return [
    ...y.ticks.flatMap(across),
    ...x.ticks.flatMap(under),
    path(lines, { fill: 'none', stroke: colours.secondary }),
  ];
}

/** Band or bars of a series, as set by the chart; bars are shifted by `shift` to the right of their points. */
function spreadOf(chart: LineChart, series: LineSeries, shift: number, place: Place, colours: FigureColours): Shape[] {
  const { points, appearance, label } = series;
  if (chart.spread === 'band') {
    const along = (side: 0 | 1) => (point: LinePoint) => [place(point)[0], edge(place, side)(point)] as const;
    const areas = runs(points, (point) => bandEnds(point) !== null).map((run) => [
      ...run.map(along(1)),
      ...run.map(along(0)).toReversed(),
    ]);
    if (areas.length === 0) return [];
    const fill = { fill: colours.of(appearance), 'fill-opacity': LINE_STYLE.bandOpacity };
    return [paths(areas, { part: 'band', series: label, ...fill }, true)];
  }
  const bars = points
    .filter((point) => hasBar(chart, point))
    .flatMap((point) => barStrokes(place(point)[0] + shift, edge(place, 0)(point), edge(place, 1)(point)));
  if (bars.length === 0) return [];
  const stroke = { fill: 'none', stroke: colours.of(appearance), 'stroke-width': LINE_STYLE.barWidth };
  return [paths(bars, { part: 'bars', series: label, ...stroke })];
}

/** Height of the lower (0) or upper (1) end of the band at a point. */
function edge(place: Place, side: 0 | 1): (point: LinePoint) => number {
  return (point) => place({ x: point.x, y: bandEnds(point)?.[side] ?? point.y })[1];
}

function curve({ label, points, appearance, loose }: LineSeries, place: Place, colours: FigureColours): Shape[] {
  if (points.length < 2 || loose) return [];
  const look = {
    fill: 'none',
    stroke: colours.of(appearance),
    'stroke-width': LINE_STYLE.width,
    'stroke-linejoin': 'round',
    'stroke-dasharray': appearance.dash,
  } as const;
  return [path(points.map(place), { part: 'line', series: label, ...look })];
}

/** Runs of consecutive elements that satisfy `belongs`. */
function runs<T>(list: readonly T[], belongs: (one: T) => boolean): T[][] {
  const groups: T[][] = [];
  list.forEach((one, i) => {
    if (!belongs(one)) return;
    if (i > 0 && belongs(list[i - 1])) groups.at(-1)!.push(one);
    else groups.push([one]);
  });
  return groups;
}

function markers(chart: LineChart, { points, appearance, label }: LineSeries, place: Place, colours: FigureColours) {
  const look = { part: 'small', series: label };
  return points
    .filter((point) => point.marked && isWithin(chart, point))
    .map((point) => marker(appearance, place(point), LINE_STYLE.marker, colours, look));
}

function marks(chart: LineChart, series: LineSeries, place: Place, compact: boolean, colours: FigureColours): Shape[] {
  const { appearance, label } = series;
  const size = compact ? LINE_STYLE.compactLarge : LINE_STYLE.large;
  return series.marks
    .filter((mark) => isWithin(chart, mark))
    .map((mark) => {
      const draw = mark.kind === 'large' ? marker : hollowMarker;
      return draw(appearance, place(mark), size, colours, { part: mark.kind, series: label });
    });
}
