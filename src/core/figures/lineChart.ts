/** Curves over two axes with a legend: errors, match characteristics, traces. */
import type { Appearance } from '../methods/appearance.ts';
import { markerPath } from './markers.ts';
import { element, escaped, path, picture, short, text } from './svg.ts';
import { textWidth } from './textWidth.ts';
import { figureColours, type FigureColours, type FigureTheme } from './theme.ts';
import { placeOn, tickText, ticksOf, type Scale } from './ticks.ts';

export interface LinePoint {
  readonly x: number;
  readonly y: number;
  /** Half the height of the band around the curve; null: none here. */
  readonly spread?: number | null;
  /** Carries a marker. */
  readonly marked?: boolean;
}

/** A point that is pointed out, on the curve or beside it: large, or as a hollow diamond. */
export interface LineMark {
  readonly x: number;
  readonly y: number;
  readonly kind: 'large' | 'diamond';
}

export interface LineSeries {
  readonly label: string;
  /** Beside the label in the legend. */
  readonly note: string;
  readonly appearance: Appearance;
  readonly points: readonly LinePoint[];
  readonly marks?: readonly LineMark[];
}

export interface LineChart {
  /** For readers who do not see the picture. */
  readonly description: string;
  readonly x: Scale & { readonly title: string };
  readonly y: Scale & { readonly title: string };
  readonly series: readonly LineSeries[];
  /** What the large marks mean, below the legend. */
  readonly legendNotes?: readonly string[];
}

const PLOT = { width: 560, height: 360 };
const TOP = 12;
const LINE = 18;
const FONT = 12;

/** A legend of one column stands beside the plot; its entries keep their order. */
export function lineChart(chart: LineChart, theme: FigureTheme): string {
  return lineCharts([chart], chart.description, theme);
}

/** Small multiples: charts below each other in one picture, each with axes and a legend of its own. */
export function lineCharts(charts: readonly LineChart[], description: string, theme: FigureTheme): string {
  const colours = figureColours(theme);
  const labels = charts.flatMap(({ y }) => ticksOf(y, 7).map((value) => textWidth(tickText(value), FONT)));
  // One left edge for all, so that places along the horizontal axes compare.
  const left = 34 + Math.max(...labels);
  const drawn = charts.map((chart) => drawChart(chart, left, colours));
  const width = Math.max(...drawn.map((one) => one.width));
  const heights = drawn.map((one) => one.height);
  const height = heights.reduce((sum, one) => sum + one, 0);
  const above = heights.map((_, i) => heights.slice(0, i).reduce((sum, one) => sum + one, 0));
  const ground = element('rect', { width, height, fill: colours.surface });
  const bodies = drawn.map(({ body }, i) =>
    above[i] === 0 ? body : element('g', { transform: `translate(0 ${short(above[i])})` }, body),
  );
  return picture(width, height, description, ground + bodies.join(''));
}

interface Drawn {
  readonly width: number;
  readonly height: number;
  readonly body: string;
}

/** The contents of a chart whose plot begins at `left`, and the room that they take. */
function drawChart(chart: LineChart, left: number, colours: FigureColours): Drawn {
  const { x, y, series, legendNotes = [] } = chart;
  const legendAt = left + PLOT.width + 24;
  const widths = series.map(({ label, note }) => 30 + textWidth(label, FONT) + (note ? 8 + textWidth(note, FONT) : 0));
  const noteWidths = legendNotes.map((note) => textWidth(note, 11));
  const legendHeight = (series.length + legendNotes.length) * LINE + 8;
  const height = Math.max(PLOT.height + TOP + 48, legendHeight + TOP + 8);
  const width = legendAt + Math.max(60, ...widths, ...noteWidths) + 12;
  const place: Place = (value, of) => [left + PLOT.width * placeOn(x, value), TOP + PLOT.height * (1 - placeOn(y, of))];
  const body = [
    axes(chart, left, place, colours),
    // A picture within the picture cuts off what leaves the plot, and needs no name that others might have too.
    element(
      'svg',
      { ...PLOT, x: left, y: TOP, viewBox: `${short(left)} ${TOP} ${PLOT.width} ${PLOT.height}` },
      [...series.map((one) => band(one, place, colours)), ...series.map((one) => line(one, place, colours))].join(''),
    ),
    ...series.map((one) => markers(one, place, colours, chart)),
    legend(series, legendNotes, legendAt, colours),
  ];
  return { width, height, body: body.join('') };
}

type Place = (x: number, y: number) => [number, number];

function axes({ x, y }: LineChart, left: number, place: Place, colours: FigureColours): string {
  const bottom = TOP + PLOT.height;
  const grey = { fill: colours.secondary };
  const across = ticksOf(y, 7).map((value) => {
    const [, at] = place(x.from, value);
    const grid = element('path', {
      d: path([
        [left, at],
        [left + PLOT.width, at],
      ]),
      stroke: colours.hairline,
    });
    return grid + text(left - 8, at + 4, tickText(value), { ...grey, 'text-anchor': 'end' });
  });
  const along = ticksOf(x, 9).map((value) => {
    const [at] = place(value, y.from);
    const tick = element('path', {
      d: path([
        [at, bottom],
        [at, bottom + 4],
      ]),
      stroke: colours.secondary,
    });
    return tick + text(at, bottom + 18, tickText(value), { ...grey, 'text-anchor': 'middle' });
  });
  const frame = path([
    [left, TOP],
    [left, bottom],
    [left + PLOT.width, bottom],
  ]);
  const middle = TOP + PLOT.height / 2;
  return [
    ...across,
    ...along,
    element('path', { d: frame, fill: 'none', stroke: colours.secondary }),
    text(left + PLOT.width / 2, bottom + 38, x.title, { fill: colours.text, 'text-anchor': 'middle' }),
    text(0, 0, y.title, {
      fill: colours.text,
      'text-anchor': 'middle',
      transform: `translate(14 ${middle}) rotate(-90)`,
    }),
  ].join('');
}

function band({ points, appearance }: LineSeries, place: Place, colours: FigureColours): string {
  const wide = points.filter((point) => point.spread !== null && point.spread !== undefined);
  if (wide.length < 2) return '';
  const edge = (sign: 1 | -1): [number, number][] =>
    wide.map((point) => place(point.x, point.y + sign * point.spread!));
  return element('path', {
    d: `${path([...edge(1), ...edge(-1).reverse()])}Z`,
    fill: colours.of(appearance),
    'fill-opacity': 0.12,
  });
}

function line({ points, appearance }: LineSeries, place: Place, colours: FigureColours): string {
  return element('path', {
    d: path(points.map(({ x, y }) => place(x, y))),
    fill: 'none',
    stroke: colours.of(appearance),
    'stroke-width': 1.75,
    'stroke-linejoin': 'round',
    'stroke-dasharray': appearance.dash.length > 0 ? appearance.dash.join(' ') : undefined,
  });
}

function markers(
  { points, marks = [], appearance }: LineSeries,
  place: Place,
  colours: FigureColours,
  { x, y }: LineChart,
): string {
  const inside = (point: { readonly x: number; readonly y: number }): boolean =>
    point.y >= y.from && point.y <= y.to && point.x >= x.from && point.x <= x.to;
  const small = points
    .filter((point) => point.marked && inside(point))
    .map((point) => marker(appearance, ...place(point.x, point.y), 0.72, colours));
  const large = marks.filter(inside).map((mark) => {
    const [at, over] = place(mark.x, mark.y);
    return mark.kind === 'large'
      ? marker(appearance, at, over, 1.3, colours)
      : marker({ ...appearance, marker: 'rectRot' }, at, over, 1.3, colours, true);
  });
  return [...small, ...large].join('');
}

/** The marker of a method; `hollow`: its outline on the colour of the ground. */
export function marker(
  appearance: Appearance,
  x: number,
  y: number,
  size: number,
  colours: FigureColours,
  hollow = false,
): string {
  const lines = appearance.marker === 'star' || appearance.marker === 'cross';
  return element('path', {
    d: markerPath(appearance.marker),
    transform: `translate(${x.toFixed(2)} ${y.toFixed(2)}) scale(${size})`,
    fill: hollow ? colours.surface : colours.of(appearance),
    stroke: colours.edgeOf(appearance),
    'stroke-width': lines || hollow ? 1.6 : 1,
  });
}

function legend(series: readonly LineSeries[], notes: readonly string[], left: number, colours: FigureColours): string {
  const entries = series.map(({ label, note, appearance }, i) => {
    const y = TOP + 8 + i * LINE;
    const sample = element('path', {
      d: path([
        [left, y],
        [left + 22, y],
      ]),
      stroke: colours.of(appearance),
      'stroke-width': 1.75,
      'stroke-dasharray': appearance.dash.length > 0 ? appearance.dash.join(' ') : undefined,
    });
    // One text: where the note begins is up to the font.
    const words = escaped(label) + element('tspan', { dx: 8, fill: colours.secondary }, escaped(note));
    const name = element('text', { x: left + 30, y: y + 4, fill: colours.text }, words);
    return sample + marker(appearance, left + 11, y, 0.8, colours) + name;
  });
  const sentences = notes.map((note, i) =>
    text(left, TOP + 20 + (series.length + i) * LINE, note, { fill: colours.secondary, 'font-size': 11 }),
  );
  return [...entries, ...sentences].join('');
}
