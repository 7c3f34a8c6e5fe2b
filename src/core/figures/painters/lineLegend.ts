/** Names of a chart's series, at the ends of their lines or in a legend, and the notes of the chart. */
import { BEFORE_NOTE, endLabels, labelWidth, type EndLabel, type LabelledPlot } from '../charts/endLabels.ts';
import { LINE_STYLE, namedSeries, type LineChart } from '../charts/lineChart.ts';
import { path, printable, rect, text, textOf, type Point, type Shape } from '../drawing/drawing.ts';
import { marker } from './marker.ts';
import type { LegendPlace } from '../figurePage.ts';
import { shortened, textWidth, wrapped } from './textWidth.ts';
import type { FigureColours } from './theme.ts';

const ROW = 18;
const FONT = 12;
const SMALL = 11;
/** Length of the line sample before a label. */
const SAMPLE = 22;

/** Distance from the plot to the labels at the ends of lines, and from there to their text. */
const GAP = 16;
const TO_WORDS = 18;

interface Frame {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export interface Plot extends Frame {
  /** Position of the names. */
  readonly legend: LegendPlace;
  /** Small letters and marks, for narrow sheets. */
  readonly compact: boolean;
  /** Whether best values follow the names. */
  readonly values: boolean;
}

/** Names of a chart, the width that they take right of the plot, and their bottom. */
export interface Names {
  readonly shapes: readonly Shape[];
  readonly width: number;
  /** Left edge of notes. */
  readonly left: number;
  readonly bottom: number;
}

/** Width of a legend entry, or of a label at the end of a line, including the part before the text. */
function entryWidth(series: LineChart['series'][number], before: number, values: boolean, font = FONT): number {
  return before + labelWidth(series, values, font);
}

/** Labels at the ends of the lines of a plot; null if they do not fit, or if a legend is requested. */
function directLabels(chart: LineChart, { legend, ...extent }: Pick<Plot, 'legend'> & LabelledPlot) {
  return legend === 'auto' || legend === 'direct' ? endLabels(chart, extent) : null;
}

export function namesWidth(
  chart: LineChart,
  plot: Pick<Plot, 'legend' | 'width' | 'height' | 'values' | 'compact'>,
): number {
  const labels = directLabels(chart, plot);
  const right = labels?.filter(({ inside }) => inside === null).map(({ series }) => chart.series[series]);
  if (right?.length === 0) return 0;
  const before = labels === null ? SAMPLE + 8 : TO_WORDS;
  const named = right ?? namedSeries(chart).map(({ series }) => series);
  return GAP + Math.max(60, ...named.map((series) => entryWidth(series, before, plot.values)));
}

/**
 * Labels at the ends of the lines, or a legend in the order of the chart; `under`: distance from the plot to names
 * below it.
 */
export function seriesNames(chart: LineChart, plot: Plot, colours: FigureColours, under: number): Names {
  if (plot.legend === 'inside') return insideLegend(chart, plot, colours);
  if (plot.legend === 'below') return legendBelow(chart, plot, colours, under);
  const labels = directLabels(chart, plot);
  const named = namedSeries(chart);
  const left = plot.left + plot.width + GAP;
  const shapes =
    labels === null
      ? named.flatMap(({ series }, i) => legendEntry(series, [left, plot.top + 8 + i * ROW], plot.values, colours))
      : // In the order of the chart, for readers of the picture as text.
        labels.toSorted((a, b) => a.series - b.series).flatMap((label) => endLabel(chart, label, plot, colours));
  return {
    shapes,
    width: namesWidth(chart, plot),
    left: plot.left,
    bottom: plot.top + (labels === null ? named.length * ROW : plot.height) + 8,
  };
}

/** Legend in the upper right corner of the plot, on the background of the picture. */
function insideLegend(chart: LineChart, plot: Plot, colours: FigureColours): Names {
  const named = namedSeries(chart);
  const width = Math.max(...named.map(({ series }) => entryWidth(series, SAMPLE + 8, plot.values)));
  const left = Math.max(plot.left + 8, plot.left + plot.width - width - 12);
  const box = { x: left - 6, y: plot.top + 2, width: width + 14, height: named.length * ROW + 4 };
  const ground = rect({ ...box, fill: colours.surface, 'fill-opacity': 0.85 });
  const entries = named.flatMap(({ series }, i) =>
    legendEntry(series, [left, plot.top + 13 + i * ROW], plot.values, colours),
  );
  return { shapes: [ground, ...entries], width: 0, left: 12, bottom: plot.top + box.height };
}

type LegendPlot = Pick<Plot, 'compact' | 'values' | 'width'>;

/** Sizes of a legend below a plot. */
interface LegendSize {
  readonly font: number;
  readonly row: number;
  /** Length of the line sample, and distance from its start to the text. */
  readonly sample: number;
  readonly before: number;
}

const USUAL: LegendSize = { font: FONT, row: ROW, sample: SAMPLE, before: SAMPLE + 8 };
const COMPACT: LegendSize = { font: SMALL, row: 14, sample: 14, before: 20 };

const LEAST_NAME = 40;

/**
 * Columns and rows of a legend below a plot: as many columns as fit the longest name. On a narrow sheet long names are
 * shortened if the legend would be higher than a quarter of a square plot, i.e. a fifth of the picture.
 */
function legendGrid(chart: LineChart, width: number, { compact, values, ...plot }: LegendPlot) {
  const size = compact ? COMPACT : USUAL;
  const entries = namedSeries(chart).map(({ series }) => series);
  const widthOf = (series: LineChart['series'][number]): number => entryWidth(series, size.before, values, size.font);
  const widest = Math.max(1, ...entries.map(widthOf));
  const gap = compact ? 8 : 16;
  const fitting = (each: number): number =>
    Math.max(1, Math.min(entries.length, Math.floor((width + gap) / (each + gap))));
  const columns = fitting(widest);
  const rows = Math.ceil(entries.length / columns);
  const mostRows = Math.max(1, Math.floor(plot.width / 4 / size.row));
  if (!compact || rows <= mostRows) return { size, entries, widest, columns, rows };
  const more = Math.min(Math.ceil(entries.length / mostRows), fitting(size.before + LEAST_NAME));
  const room = (width + gap) / more - gap;
  const short = entries.map((series) => {
    const rest = room - (widthOf(series) - textWidth(series.label, size.font));
    return { ...series, label: shortened(series.label, rest, size.font) };
  });
  return { size, entries: short, widest: room, columns: more, rows: Math.ceil(entries.length / more) };
}

/** Height of a legend below a plot that is `width` wide including its left margin. */
export function legendHeight(chart: LineChart, width: number, plot: LegendPlot): number {
  const { rows, size } = legendGrid(chart, width - 12, plot);
  return rows * size.row;
}

/** Legend in columns below the plot and the title of its axis. */
function legendBelow(chart: LineChart, plot: Plot, colours: FigureColours, under: number): Names {
  const [left, width] = [12, plot.left + plot.width - 12];
  const { size, entries, widest, columns, rows } = legendGrid(chart, width, plot);
  const top = plot.top + plot.height + under + 12;
  const shapes = entries.flatMap((series, i) => {
    const corner: Point = [left + Math.floor(i / rows) * (width / columns), top + (i % rows) * size.row];
    return legendEntry(series, corner, plot.values, colours, size);
  });
  // Width by which the widest entry exceeds the plot.
  return { shapes, width: Math.max(0, widest - width), left, bottom: top + rows * size.row - 8 };
}

/** A name at the end of its line; a leader connects it to a line that reaches the right edge of the plot. */
function endLabel({ series }: LineChart, label: EndLabel, plot: Plot, colours: FigureColours): Shape[] {
  const one = series[label.series];
  const y = plot.top + label.at;
  if (label.inside !== null) return [words(one, [plot.left + label.inside, y], plot.values, colours)];
  const edge = plot.left + plot.width;
  const look = { stroke: colours.of(one.appearance), 'stroke-opacity': LINE_STYLE.leaderOpacity };
  const points: Point[] = [
    [edge, plot.top + (label.end ?? 0)],
    [edge + GAP, y],
  ];
  return [
    ...(label.end === null ? [] : [path(points, { part: 'leader', ...look })]),
    marker(one.appearance, [edge + GAP + 6, y], LINE_STYLE.named, colours),
    words(one, [edge + GAP + TO_WORDS, y], plot.values, colours),
  ];
}

function legendEntry(
  series: LineChart['series'][number],
  [left, y]: Point,
  values: boolean,
  colours: FigureColours,
  { font, sample, before }: LegendSize = USUAL,
): Shape[] {
  const { appearance } = series;
  const look = {
    stroke: colours.of(appearance),
    'stroke-width': LINE_STYLE.width,
    'stroke-dasharray': appearance.dash,
  };
  const piece: Point[] = [
    [left, y],
    [left + sample, y],
  ];
  const sign = marker(appearance, [left + sample / 2, y], LINE_STYLE.named * (font / FONT), colours);
  return [path(piece, look), sign, words(series, [left + before, y], values, colours, font)];
}

/** A single text element: the start of the note depends on the font. */
function words(
  { label, note }: Pick<LineChart['series'][number], 'label' | 'note'>,
  [x, y]: Point,
  values: boolean,
  colours: FigureColours,
  font = FONT,
): Shape {
  const both = [
    { text: printable(label) },
    ...(values ? [{ text: printable(note), dx: BEFORE_NOTE, fill: colours.secondary }] : []),
  ];
  const look = { part: 'legend', fill: colours.text, ...(font !== FONT && { 'font-size': font }) };
  return textOf(x, y + 4, both, look);
}

/** Notes below the plot: the subject of the chart and the meaning of its marks, as many per line as fit. */
export function chartNotes(
  { legendNotes }: LineChart,
  { left, top, width, compact }: Omit<Frame, 'height'> & Pick<Plot, 'compact'>,
  colours: FigureColours,
): { readonly shapes: readonly Shape[]; readonly height: number } {
  const { row } = compact ? COMPACT : USUAL;
  const lines: string[] = [];
  for (const note of legendNotes) {
    const longer = lines.length === 0 ? '' : `${lines.at(-1)} · ${note}`;
    if (longer !== '' && textWidth(longer, SMALL) <= width) lines[lines.length - 1] = longer;
    else lines.push(...wrapped(note, width, SMALL));
  }
  const shapes = lines.map((line, i) =>
    text(left, top + i * row, line, { part: 'note', fill: colours.secondary, 'font-size': SMALL }),
  );
  return { shapes, height: lines.length * row };
}
