/** The names of a chart's series: at the ends of their lines, or as a legend where there is no room; and its notes. */
import { endLabels, type EndLabel } from '../endLabels.ts';
import { LINE_STYLE, namedSeries, type LineChart } from '../lineChart.ts';
import { marker } from './markers.ts';
import { element, escaped, path, text } from './svg.ts';
import { textWidth } from './textWidth.ts';
import type { FigureColours } from './theme.ts';

const ROW = 18;
const FONT = 12;
const SMALL = 11;
/** Length of the piece of line before a label. */
const SAMPLE = 22;

/** From the plot to the labels at the ends of lines, and from there to the words. */
const GAP = 16;
const TO_WORDS = 18;

export interface Plot {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** What stands right of a plot, the width that it takes, and how far down it reaches. */
export interface Names {
  readonly markup: string;
  readonly width: number;
  readonly bottom: number;
}

/** Labels at the ends of the lines, or a legend in the order of the chart. */
export function seriesNames(chart: LineChart, plot: Plot, colours: FigureColours): Names {
  const labels = endLabels(chart, plot.height);
  const before = labels === null ? SAMPLE + 8 : TO_WORDS;
  const named = namedSeries(chart);
  const widths = named.map(
    ({ series: { label, note } }) => before + textWidth(label, FONT) + (note ? 8 + textWidth(note, FONT) : 0),
  );
  const left = plot.left + plot.width + GAP;
  const markup =
    labels === null
      ? named.map(({ at }, i) => legendEntry(chart, at, left, plot.top + 8 + i * ROW, colours))
      : // In the order of the chart, for those who read the picture as text.
        labels.toSorted((a, b) => a.series - b.series).map((label) => endLabel(chart, label, plot, colours));
  return {
    markup: markup.join(''),
    width: GAP + Math.max(60, ...widths),
    bottom: plot.top + (labels === null ? named.length * ROW : plot.height) + 8,
  };
}

function endLabel({ series }: LineChart, label: EndLabel, plot: Plot, colours: FigureColours): string {
  const { appearance } = series[label.series];
  const [end, y] = [plot.left + plot.width + GAP, plot.top + label.at];
  const leader = element('path', {
    class: 'leader',
    d: path([
      [plot.left + label.x * plot.width, plot.top + label.y * plot.height],
      [end, y],
    ]),
    stroke: colours.of(appearance),
    'stroke-opacity': LINE_STYLE.leaderOpacity,
  });
  return (
    leader +
    marker(appearance, [end + 6, y], LINE_STYLE.named, colours) +
    words(series[label.series], end + TO_WORDS, y, colours)
  );
}

function legendEntry({ series }: LineChart, i: number, left: number, y: number, colours: FigureColours): string {
  const { appearance } = series[i];
  const sample = element('path', {
    d: path([
      [left, y],
      [left + SAMPLE, y],
    ]),
    stroke: colours.of(appearance),
    'stroke-width': LINE_STYLE.width,
    'stroke-dasharray': appearance.dash.length > 0 ? appearance.dash.join(' ') : undefined,
  });
  const sign = marker(appearance, [left + SAMPLE / 2, y], LINE_STYLE.named, colours);
  return sample + sign + words(series[i], left + SAMPLE + 8, y, colours);
}

/** One text: where the note begins is up to the font. */
function words({ label, note }: LineChart['series'][number], x: number, y: number, colours: FigureColours): string {
  const both = escaped(label) + element('tspan', { dx: 8, fill: colours.secondary }, escaped(note));
  return element('text', { class: 'legend', x, y: y + 4, fill: colours.text }, both);
}

/** What the chart is of and what its marks mean, below the plot: as many notes to a line as there is room for. */
export function chartNotes(
  { legendNotes }: LineChart,
  { left, top, width }: Omit<Plot, 'height'>,
  colours: FigureColours,
): { readonly markup: string; readonly height: number } {
  const lines: string[] = [];
  for (const note of legendNotes) {
    const longer = lines.length === 0 ? '' : `${lines.at(-1)} · ${note}`;
    if (longer !== '' && textWidth(longer, SMALL) <= width) lines[lines.length - 1] = longer;
    else lines.push(note);
  }
  const markup = lines.map((line, i) =>
    text(left, top + i * ROW, line, { class: 'note', fill: colours.secondary, 'font-size': SMALL }),
  );
  return { markup: markup.join(''), height: lines.length * ROW };
}
