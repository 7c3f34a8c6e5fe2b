/** Draws charts of curves: axes, bands, lines, markers, and the names of the lines at their ends. */
import { placeOn, type Tick } from '../charts/axis.ts';
import {
  bandEnds,
  hasBar,
  isWithin,
  LINE_STYLE,
  type LineChart,
  type LinePoint,
  type LineSeries,
} from '../charts/lineChart.ts';
import { path, paths, picture, short, text, type Drawing, type Point, type Shape } from '../drawing/drawing.ts';
import { SCREEN, type Sheet } from '../page/sheet.ts';
import { chartNotes, legendHeight, namesWidth, seriesNames, type Plot } from './lineLegend.ts';
import { hollowMarker, marker } from './marker.ts';
import { ground, moved } from './ground.ts';
import { roomyTicks, textWidth, wrapped } from './textWidth.ts';
import { figureColours, type FigureColours, type FigureTheme } from './theme.ts';

/** On the screen. */
const PLOT = { width: 560, height: 360 };
const TOP = 12;
const FONT = 12;
const LINE = 15;

export function drawLineChart(chart: LineChart, theme: FigureTheme, sheet = SCREEN): Drawing {
  return drawLineCharts([chart], theme, sheet);
}

/** Small multiples: charts below each other in one picture, each with axes and a legend of its own. */
export function drawLineCharts(charts: readonly LineChart[], theme: FigureTheme, sheet = SCREEN): Drawing {
  const colours = figureColours(theme);
  const labels = charts.flatMap(({ y }) => y.ticks.map((tick) => textWidth(tick.text, FONT)));
  // One left edge for all, so that places along the horizontal axes compare.
  const left = 34 + Math.max(0, ...labels);
  const drawn = charts.map((chart) => drawChart(chart, left, sheet, colours));
  const width = Math.max(...drawn.map((one) => one.width));
  const heights = drawn.map((one) => one.height);
  const height = heights.reduce((sum, one) => sum + one, 0);
  const above = heights.map((_, i) => heights.slice(0, i).reduce((sum, one) => sum + one, 0));
  const bodies = drawn.flatMap(({ body }, i) => (above[i] === 0 ? body : [moved(short(above[i]), body)]));
  const title = charts.map(({ description }) => description).join('; ');
  return picture(width, height, title, [ground(width, height, colours), ...bodies]);
}

type PlotSize = Omit<Plot, 'left' | 'top'>;

/** A sheet of fewer units, such as a column, has small legends without values, and smaller large marks. */
const COMPACT = 450;

/** Below so many units a plot takes the width of the names as well, which then stand below it. */
const NARROW = 230;

/** The frame of the axes: on a sheet what the names leave. */
function plotSize(chart: LineChart, left: number, { width, legend, values }: Sheet): PlotSize {
  const compact = width !== null && width < COMPACT;
  const named = { legend, compact, values: values === 'auto' ? !compact : values === 'shown' };
  if (width === null) return { ...PLOT, ...named };
  const whole = width - left - 12;
  const sized = (own: number): { width: number; height: number } => ({
    width: own,
    height: Math.min(360, Math.max(150, Math.round(own * 0.62))),
  });
  // The names below take a fifth of the height, unless they are so many or long that the plot would be a tower.
  const below = (): PlotSize => {
    const { height, ...size } = sized(whole);
    const tall = Math.min(whole, 4 * legendHeight(chart, whole + left, { ...named, width: whole }));
    return { ...size, ...named, legend: 'below', height: Math.max(height, tall) };
  };
  if (legend === 'below') return below();
  if (legend === 'inside') return { ...sized(whole), ...named };
  const rest = whole - namesWidth(chart, { ...sized(whole), ...named });
  return rest < NARROW && (legend === 'auto' || rest < 60) ? below() : { ...sized(rest), ...named };
}

interface Drawn {
  readonly width: number;
  readonly height: number;
  readonly body: readonly Shape[];
}

/** The contents of a chart whose plot begins at `left`, and the room that they take. */
function drawChart(chart: LineChart, left: number, sheet: Sheet, colours: FigureColours): Drawn {
  const PLOT = plotSize(chart, left, sheet);
  const title = wrapped(chart.x.title, sheet.width === null ? Infinity : PLOT.width + left / 2, FONT);
  const names = seriesNames(chart, { ...PLOT, left, top: TOP }, colours, 44 + (title.length - 1) * LINE);
  const width = Math.max(left + PLOT.width + names.width + 12, sheet.width ?? 0);
  const below = Math.max(PLOT.height + TOP + 44 + (title.length - 1) * LINE, names.bottom);
  const notes = chartNotes(
    chart,
    { left: names.left, top: below + 14, width: width - names.left - 12, compact: PLOT.compact },
    colours,
  );
  const place: Place = ({ x, y }) => [
    left + PLOT.width * placeOn(chart.x, x),
    TOP + PLOT.height * (1 - placeOn(chart.y, y)),
  ];
  // The first series, the best, lies above the others.
  const series = chart.series.toReversed();
  const body: Shape[] = [
    ...axes(chart, left, { ...PLOT, title, sheet }, place, colours),
    // What leaves the plot is cut off.
    {
      kind: 'clip',
      ...{ x: short(left), y: TOP, width: PLOT.width, height: PLOT.height },
      shapes: [
        ...series.flatMap((one) => spreadOf(chart, one, place, colours)),
        ...series.flatMap((one) => curve(one, place, colours)),
      ],
    },
    ...series.flatMap((one) => markers(chart, one, place, colours)),
    ...series.flatMap((one) => marks(chart, one, place, PLOT.compact, colours)),
    ...names.shapes,
    ...notes.shapes,
  ];
  return { width, height: below + notes.height + 6, body };
}

type Place = (point: { readonly x: number; readonly y: number }) => Point;

interface Framed extends PlotSize {
  /** Of the horizontal axis, in lines. */
  readonly title: readonly string[];
  readonly sheet: Sheet;
}

function axes({ x, y }: LineChart, left: number, PLOT: Framed, place: Place, colours: FigureColours): Shape[] {
  const along = (value: number): number => place({ x: value, y: y.from })[0];
  const roomy = PLOT.sheet.width === null ? x.ticks : roomyTicks(x.ticks, ({ value }) => along(value), FONT);
  const bottom = TOP + PLOT.height;
  const grey = { fill: colours.secondary };
  const across = ({ value, text: words }: Tick): Shape[] => {
    const [, at] = place({ x: x.from, y: value });
    const [start, end]: Point[] = [
      [left, at],
      [left + PLOT.width, at],
    ];
    const label = text(left - 8, at + 4, words, { part: 'y tick', ...grey, 'text-anchor': 'end' });
    return [path([start, end], { stroke: colours.hairline }), label];
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
  const frame: Point[] = [
    [left, TOP],
    [left, bottom],
    [left + PLOT.width, bottom],
  ];
  const middle = TOP + PLOT.height / 2;
  const dark = { fill: colours.text, 'text-anchor': 'middle' } as const;
  return [
    ...y.ticks.flatMap(across),
    ...x.ticks.flatMap(under),
    path(frame, { fill: 'none', stroke: colours.secondary }),
    ...PLOT.title.map((words, l) =>
      text(left + PLOT.width / 2, bottom + 38 + l * LINE, words, { part: 'x title', ...dark }),
    ),
    text(14, middle, y.title, { part: 'y title', ...dark, upward: 'after' }),
  ];
}

/** The band or the bars of a series, as the chart asks for them. */
function spreadOf(chart: LineChart, series: LineSeries, place: Place, colours: FigureColours): Shape[] {
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
  const half = LINE_STYLE.cap / 2;
  const bars = points
    .filter((point) => hasBar(chart, point))
    .flatMap((point) => {
      const [x, low, high] = [place(point)[0], edge(place, 0)(point), edge(place, 1)(point)];
      const cap = (y: number): Point[] => [
        [x - half, y],
        [x + half, y],
      ];
      const stem: Point[] = [
        [x, low],
        [x, high],
      ];
      return [stem, cap(low), cap(high)];
    });
  if (bars.length === 0) return [];
  const stroke = { fill: 'none', stroke: colours.of(appearance), 'stroke-width': LINE_STYLE.barWidth };
  return [paths(bars, { part: 'bars', series: label, ...stroke })];
}

/** Height of the lower (0) or upper (1) edge of what surrounds a point. */
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

/** Neighbours of a list that are all of one kind. */
function runs<T>(list: readonly T[], belongs: (one: T) => boolean): T[][] {
  const found: T[][] = [];
  list.forEach((one, i) => {
    if (!belongs(one)) return;
    if (i > 0 && belongs(list[i - 1])) found.at(-1)!.push(one);
    else found.push([one]);
  });
  return found;
}

function markers(chart: LineChart, { points, appearance, label }: LineSeries, place: Place, colours: FigureColours) {
  const look = { part: 'small', series: label };
  return points
    .filter((point) => point.marked && isWithin(chart, point))
    .flatMap((point) => marker(appearance, place(point), LINE_STYLE.marker, colours, look));
}

function marks(chart: LineChart, series: LineSeries, place: Place, compact: boolean, colours: FigureColours): Shape[] {
  const { appearance, label } = series;
  const size = compact ? LINE_STYLE.compactLarge : LINE_STYLE.large;
  return series.marks
    .filter((mark) => isWithin(chart, mark))
    .flatMap((mark) => {
      const draw = mark.kind === 'large' ? marker : hollowMarker;
      return draw(appearance, place(mark), size, colours, { part: mark.kind, series: label });
    });
}
