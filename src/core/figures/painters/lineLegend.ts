/** The names of a chart's series: at the ends of their lines, or as a legend where there is no room; and its notes. */
import { endLabels, type EndLabel } from '../endLabels.ts';
import { LINE_STYLE, namedSeries, type LineChart } from '../lineChart.ts';
import { path, printable, rect, text, textOf, type Shape } from '../drawing/drawing.ts';
import { marker } from './marker.ts';
import type { LegendPlace } from '../page/figurePage.ts';
import { textWidth, wrapped } from './textWidth.ts';
import type { FigureColours } from './theme.ts';

const ROW = 18;
const FONT = 12;
const SMALL = 11;
/** Length of the piece of line before a label. */
const SAMPLE = 22;

/** From the plot to the labels at the ends of lines, and from there to the words. */
const GAP = 16;
const TO_WORDS = 18;

interface Frame {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export interface Plot extends Frame {
  /** Where the names stand. */
  readonly legend: LegendPlace;
}

/** The names of a chart, the width that they take right of the plot, and how far down they reach. */
export interface Names {
  readonly shapes: readonly Shape[];
  readonly width: number;
  /** Where notes begin. */
  readonly left: number;
  readonly bottom: number;
}

/** Widths of the entries of a legend, or of labels at the ends of the lines, with what is before the words. */
function entryWidths(chart: LineChart, before: number): number[] {
  return namedSeries(chart).map(
    ({ series: { label, note } }) => before + textWidth(label, FONT) + (note ? 8 + textWidth(note, FONT) : 0),
  );
}

/** Labels at the ends of the lines of a plot; null where it has no room for them, or a legend is asked for. */
function directLabels(chart: LineChart, legend: LegendPlace, height: number): readonly EndLabel[] | null {
  return legend === 'auto' || legend === 'direct' ? endLabels(chart, height) : null;
}

/** The width of names right of a plot. */
export function namesWidth(chart: LineChart, legend: LegendPlace, height: number): number {
  const before = directLabels(chart, legend, height) === null ? SAMPLE + 8 : TO_WORDS;
  return GAP + Math.max(60, ...entryWidths(chart, before));
}

/** Labels at the ends of the lines, or a legend in the order of the chart; `under`: from the plot to names below it. */
export function seriesNames(chart: LineChart, plot: Plot, colours: FigureColours, under: number): Names {
  if (plot.legend === 'inside') return insideLegend(chart, plot, colours);
  if (plot.legend === 'below') return legendBelow(chart, plot, colours, under);
  const labels = directLabels(chart, plot.legend, plot.height);
  const named = namedSeries(chart);
  const left = plot.left + plot.width + GAP;
  const shapes =
    labels === null
      ? named.flatMap(({ at }, i) => legendEntry(chart, at, left, plot.top + 8 + i * ROW, colours))
      : // In the order of the chart, for those who read the picture as text.
        labels.toSorted((a, b) => a.series - b.series).flatMap((label) => endLabel(chart, label, plot, colours));
  return {
    shapes,
    width: namesWidth(chart, plot.legend, plot.height),
    left: plot.left,
    bottom: plot.top + (labels === null ? named.length * ROW : plot.height) + 8,
  };
}

/** In the upper right corner of the plot, on the ground of the picture. */
function insideLegend(chart: LineChart, plot: Plot, colours: FigureColours): Names {
  const named = namedSeries(chart);
  const width = Math.max(...entryWidths(chart, SAMPLE + 8));
  const left = Math.max(plot.left + 8, plot.left + plot.width - width - 12);
  const box = { x: left - 6, y: plot.top + 2, width: width + 14, height: named.length * ROW + 4 };
  const ground = rect({ ...box, fill: colours.surface, 'fill-opacity': 0.85 });
  const entries = named.flatMap(({ at }, i) => legendEntry(chart, at, left, plot.top + 13 + i * ROW, colours));
  return { shapes: [ground, ...entries], width: 0, left: 12, bottom: plot.top + box.height };
}

/** In columns below the plot and the title of its axis, as wide as the longest name. */
function legendBelow(chart: LineChart, plot: Plot, colours: FigureColours, under: number): Names {
  const named = namedSeries(chart);
  const widths = entryWidths(chart, SAMPLE + 8);
  const [left, width] = [12, plot.left + plot.width - 12];
  const columns = Math.max(1, Math.min(named.length, Math.floor((width + 16) / (Math.max(1, ...widths) + 16))));
  const rows = Math.ceil(named.length / columns);
  const top = plot.top + plot.height + under + 12;
  const entries = named.flatMap(({ at }, i) =>
    legendEntry(chart, at, left + Math.floor(i / rows) * (width / columns), top + (i % rows) * ROW, colours),
  );
  // What the widest entry takes beyond the plot.
  const beyond = Math.max(0, Math.max(...widths) - width);
  return { shapes: entries, width: beyond, left, bottom: top + rows * ROW - 8 };
}

function endLabel({ series }: LineChart, label: EndLabel, plot: Plot, colours: FigureColours): Shape[] {
  const { appearance } = series[label.series];
  const [end, y] = [plot.left + plot.width + GAP, plot.top + label.at];
  const look = { stroke: colours.of(appearance), 'stroke-opacity': LINE_STYLE.leaderOpacity };
  const leader = path(
    [
      [plot.left + label.x * plot.width, plot.top + label.y * plot.height],
      [end, y],
    ],
    { part: 'leader', ...look },
  );
  return [
    leader,
    ...marker(appearance, [end + 6, y], LINE_STYLE.named, colours),
    words(series[label.series], end + TO_WORDS, y, colours),
  ];
}

function legendEntry({ series }: LineChart, i: number, left: number, y: number, colours: FigureColours): Shape[] {
  const { appearance } = series[i];
  const look = {
    stroke: colours.of(appearance),
    'stroke-width': LINE_STYLE.width,
    'stroke-dasharray': appearance.dash,
  };
  const sample = path(
    [
      [left, y],
      [left + SAMPLE, y],
    ],
    look,
  );
  const sign = marker(appearance, [left + SAMPLE / 2, y], LINE_STYLE.named, colours);
  return [sample, ...sign, words(series[i], left + SAMPLE + 8, y, colours)];
}

/** One text: where the note begins is up to the font. */
function words({ label, note }: LineChart['series'][number], x: number, y: number, colours: FigureColours): Shape {
  const both = [{ text: printable(label) }, { text: printable(note), dx: 8, fill: colours.secondary }];
  return textOf(x, y + 4, both, { part: 'legend', fill: colours.text });
}

/** What the chart is of and what its marks mean, below the plot: as many notes to a line as there is room for. */
export function chartNotes(
  { legendNotes }: LineChart,
  { left, top, width }: Omit<Frame, 'height'>,
  colours: FigureColours,
): { readonly shapes: readonly Shape[]; readonly height: number } {
  const lines: string[] = [];
  for (const note of legendNotes) {
    const longer = lines.length === 0 ? '' : `${lines.at(-1)} · ${note}`;
    if (longer !== '' && textWidth(longer, SMALL) <= width) lines[lines.length - 1] = longer;
    else lines.push(...wrapped(note, width, SMALL));
  }
  const shapes = lines.map((line, i) =>
    text(left, top + i * ROW, line, { part: 'note', fill: colours.secondary, 'font-size': SMALL }),
  );
  return { shapes, height: lines.length * ROW };
}
