/** Draws charts of curves as SVG: axes, bands, lines, markers, and the names of the lines at their ends. */
import { area, line } from 'd3-shape';
import { placeOn, type Tick } from '../axis.ts';
import {
  bandEnds,
  hasBar,
  isWithin,
  LINE_STYLE,
  type LineChart,
  type LinePoint,
  type LineSeries,
} from '../lineChart.ts';
import type { LegendPlace } from '../page/figurePage.ts';
import { SCREEN, type Sheet } from '../page/sheet.ts';
import { chartNotes, namesWidth, seriesNames } from './lineLegend.ts';
import { hollowMarker, marker } from './markers.ts';
import { element, path, picture, short, text } from './svg.ts';
import { roomyTicks, textWidth, wrapped } from './textWidth.ts';
import { figureColours, type FigureColours, type FigureTheme } from './theme.ts';

/** On the screen. */
const PLOT = { width: 560, height: 360 };
const TOP = 12;
const FONT = 12;
const LINE = 15;

export function lineChartSvg(chart: LineChart, theme: FigureTheme, sheet = SCREEN): string {
  return lineChartsSvg([chart], theme, sheet);
}

/** Small multiples: charts below each other in one picture, each with axes and a legend of its own. */
export function lineChartsSvg(charts: readonly LineChart[], theme: FigureTheme, sheet = SCREEN): string {
  const colours = figureColours(theme);
  const labels = charts.flatMap(({ y }) => y.ticks.map((tick) => textWidth(tick.text, FONT)));
  // One left edge for all, so that places along the horizontal axes compare.
  const left = 34 + Math.max(0, ...labels);
  const drawn = charts.map((chart) => drawChart(chart, left, sheet, colours));
  const width = Math.max(...drawn.map((one) => one.width));
  const heights = drawn.map((one) => one.height);
  const height = heights.reduce((sum, one) => sum + one, 0);
  const above = heights.map((_, i) => heights.slice(0, i).reduce((sum, one) => sum + one, 0));
  const ground = element('rect', { width, height, fill: colours.surface });
  const bodies = drawn.map(({ body }, i) =>
    above[i] === 0 ? body : element('g', { transform: `translate(0 ${short(above[i])})` }, body),
  );
  return picture(width, height, charts.map(({ description }) => description).join('; '), ground + bodies.join(''));
}

interface PlotSize {
  readonly width: number;
  readonly height: number;
  readonly legend: LegendPlace;
}

/** Below so many units a plot takes the width of the names as well, which then stand below it. */
const NARROW = 230;

/** The frame of the axes: on a sheet what the names leave. */
function plotSize(chart: LineChart, left: number, { width, legend }: Sheet): PlotSize {
  if (width === null) return { ...PLOT, legend };
  const whole = width - left - 12;
  const sized = (own: number): { width: number; height: number } => ({
    width: own,
    height: Math.min(360, Math.max(150, Math.round(own * 0.62))),
  });
  if (legend === 'below' || legend === 'inside') return { ...sized(whole), legend };
  const rest = whole - namesWidth(chart, legend, sized(whole).height);
  return rest < NARROW && (legend === 'auto' || rest < 60)
    ? { ...sized(whole), legend: 'below' }
    : { ...sized(rest), legend };
}

interface Drawn {
  readonly width: number;
  readonly height: number;
  readonly body: string;
}

/** The contents of a chart whose plot begins at `left`, and the room that they take. */
function drawChart(chart: LineChart, left: number, sheet: Sheet, colours: FigureColours): Drawn {
  const PLOT = plotSize(chart, left, sheet);
  const title = wrapped(chart.x.title, sheet.width === null ? Infinity : PLOT.width + left / 2, FONT);
  const names = seriesNames(chart, { ...PLOT, left, top: TOP }, colours, 44 + (title.length - 1) * LINE);
  const width = Math.max(left + PLOT.width + names.width + 12, sheet.width ?? 0);
  const below = Math.max(PLOT.height + TOP + 44 + (title.length - 1) * LINE, names.bottom);
  const notes = chartNotes(chart, { left: names.left, top: below + 14, width: width - names.left - 12 }, colours);
  const place: Place = ({ x, y }) => [
    left + PLOT.width * placeOn(chart.x, x),
    TOP + PLOT.height * (1 - placeOn(chart.y, y)),
  ];
  // The first series, the best, lies above the others.
  const series = chart.series.toReversed();
  const body = [
    axes(chart, left, { ...PLOT, title, sheet }, place, colours),
    // A picture within the picture cuts off what leaves the plot, and needs no name that others might have too.
    element(
      'svg',
      {
        width: PLOT.width,
        height: PLOT.height,
        x: left,
        y: TOP,
        viewBox: `${short(left)} ${TOP} ${PLOT.width} ${PLOT.height}`,
      },
      [
        ...series.map((one) => spreadOf(chart, one, place, colours)),
        ...series.map((one) => curve(one, place, colours)),
      ].join(''),
    ),
    ...series.map((one) => markers(chart, one, place, colours)),
    ...series.map((one) => marks(chart, one, place, colours)),
    names.markup,
    notes.markup,
  ];
  return { width, height: below + notes.height + 6, body: body.join('') };
}

type Place = (point: { readonly x: number; readonly y: number }) => [number, number];

interface Framed extends PlotSize {
  /** Of the horizontal axis, in lines. */
  readonly title: readonly string[];
  readonly sheet: Sheet;
}

function axes({ x, y }: LineChart, left: number, PLOT: Framed, place: Place, colours: FigureColours): string {
  const along = (value: number): number => place({ x: value, y: y.from })[0];
  const roomy = PLOT.sheet.width === null ? x.ticks : roomyTicks(x.ticks, ({ value }) => along(value), FONT);
  const bottom = TOP + PLOT.height;
  const grey = { fill: colours.secondary };
  const across = ({ value, text: words }: Tick): string => {
    const [, at] = place({ x: x.from, y: value });
    const [start, end]: [number, number][] = [
      [left, at],
      [left + PLOT.width, at],
    ];
    const grid = element('path', { d: path([start, end]), stroke: colours.hairline });
    return grid + text(left - 8, at + 4, words, { class: 'y tick', ...grey, 'text-anchor': 'end' });
  };
  const under = (tick: Tick): string => {
    const { value, text: words } = tick;
    const [at] = place({ x: value, y: y.from });
    const [start, end]: [number, number][] = [
      [at, bottom],
      [at, bottom + LINE_STYLE.tick],
    ];
    const mark = element('path', { d: path([start, end]), stroke: colours.secondary });
    if (!roomy.includes(tick)) return mark;
    return mark + text(at, bottom + 18, words, { class: 'x tick', ...grey, 'text-anchor': 'middle' });
  };
  const frame = path([
    [left, TOP],
    [left, bottom],
    [left + PLOT.width, bottom],
  ]);
  const middle = TOP + PLOT.height / 2;
  const dark = { fill: colours.text, 'text-anchor': 'middle' };
  return [
    ...y.ticks.map(across),
    ...x.ticks.map(under),
    element('path', { d: frame, fill: 'none', stroke: colours.secondary }),
    ...PLOT.title.map((words, l) =>
      text(left + PLOT.width / 2, bottom + 38 + l * LINE, words, { class: 'x title', ...dark }),
    ),
    text(0, 0, y.title, { class: 'y title', ...dark, transform: `translate(14 ${middle}) rotate(-90)` }),
  ].join('');
}

/** The band or the bars of a series, as the chart asks for them. */
function spreadOf(chart: LineChart, series: LineSeries, place: Place, colours: FigureColours): string {
  const { points, appearance, label } = series;
  if (chart.spread === 'band') {
    const band = area<LinePoint>((point) => place(point)[0], edge(place, 0), edge(place, 1));
    const d = band.defined((point) => bandEnds(point) !== null).digits(2)([...points]);
    if (!d) return '';
    const fill = { fill: colours.of(appearance), 'fill-opacity': LINE_STYLE.bandOpacity };
    return element('path', { class: 'band', 'data-series': label, d, ...fill });
  }
  const half = LINE_STYLE.cap / 2;
  const bars = points
    .filter((point) => hasBar(chart, point))
    .map((point) => {
      const [x, low, high] = [place(point)[0], edge(place, 0)(point), edge(place, 1)(point)];
      const cap = (y: number): [number, number][] => [
        [x - half, y],
        [x + half, y],
      ];
      const stem: [number, number][] = [
        [x, low],
        [x, high],
      ];
      return path(stem) + path(cap(low)) + path(cap(high));
    });
  if (bars.length === 0) return '';
  const stroke = { fill: 'none', stroke: colours.of(appearance), 'stroke-width': LINE_STYLE.barWidth };
  return element('path', { class: 'bars', 'data-series': label, d: bars.join(''), ...stroke });
}

/** Height of the lower (0) or upper (1) edge of what surrounds a point. */
function edge(place: Place, side: 0 | 1): (point: LinePoint) => number {
  return (point) => place({ x: point.x, y: bandEnds(point)?.[side] ?? point.y })[1];
}

function curve({ label, points, appearance, loose }: LineSeries, place: Place, colours: FigureColours): string {
  if (points.length < 2 || loose) return '';
  const through = line<LinePoint>(
    (point) => place(point)[0],
    (point) => place(point)[1],
  ).digits(2);
  return element('path', {
    class: 'line',
    'data-series': label,
    d: through([...points]) ?? '',
    fill: 'none',
    stroke: colours.of(appearance),
    'stroke-width': LINE_STYLE.width,
    'stroke-linejoin': 'round',
    'stroke-dasharray': appearance.dash.length > 0 ? appearance.dash.join(' ') : undefined,
  });
}

function markers(chart: LineChart, { points, appearance, label }: LineSeries, place: Place, colours: FigureColours) {
  const look = { class: 'small', 'data-series': label };
  return points
    .filter((point) => point.marked && isWithin(chart, point))
    .map((point) => marker(appearance, place(point), LINE_STYLE.marker, colours, look))
    .join('');
}

function marks(chart: LineChart, series: LineSeries, place: Place, colours: FigureColours): string {
  const { appearance, label } = series;
  return series.marks
    .filter((mark) => isWithin(chart, mark))
    .map((mark) => {
      const draw = mark.kind === 'large' ? marker : hollowMarker;
      return draw(appearance, place(mark), LINE_STYLE.large, colours, { class: mark.kind, 'data-series': label });
    })
    .join('');
}
