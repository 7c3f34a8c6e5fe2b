/** The legend of a chart of curves: one entry per series, then what the marks mean. */
import { LINE_STYLE, type LineChart } from '../lineChart.ts';
import { marker } from './markers.ts';
import { element, escaped, path, text } from './svg.ts';
import { textWidth } from './textWidth.ts';
import type { FigureColours } from './theme.ts';

const ROW = 18;
const FONT = 12;
const SMALL = 11;
/** Length of the piece of line before a label. */
const SAMPLE = 22;

/** The room that a legend takes, in pixels. */
export function legendSize({ series, legendNotes }: LineChart): { readonly width: number; readonly height: number } {
  const entries = series.map(
    ({ label, note }) => SAMPLE + 8 + textWidth(label, FONT) + (note ? 8 + textWidth(note, FONT) : 0),
  );
  const notes = legendNotes.map((note) => textWidth(note, SMALL));
  return { width: Math.max(60, ...entries, ...notes), height: (series.length + legendNotes.length) * ROW + 8 };
}

/** Entries keep the order of the chart. */
export function lineLegend(
  { series, legendNotes }: LineChart,
  left: number,
  top: number,
  colours: FigureColours,
): string {
  const entries = series.map(({ label, note, appearance }, i) => {
    const y = top + 8 + i * ROW;
    const sample = element('path', {
      d: path([
        [left, y],
        [left + SAMPLE, y],
      ]),
      stroke: colours.of(appearance),
      'stroke-width': LINE_STYLE.width,
      'stroke-dasharray': appearance.dash.length > 0 ? appearance.dash.join(' ') : undefined,
    });
    // One text: where the note begins is up to the font.
    const words = escaped(label) + element('tspan', { dx: 8, fill: colours.secondary }, escaped(note));
    const name = element('text', { class: 'legend', x: left + SAMPLE + 8, y: y + 4, fill: colours.text }, words);
    return sample + marker(appearance, [left + SAMPLE / 2, y], 0.8, colours) + name;
  });
  const sentences = legendNotes.map((note, i) =>
    text(left, top + 20 + (series.length + i) * ROW, note, { fill: colours.secondary, 'font-size': SMALL }),
  );
  return [...entries, ...sentences].join('');
}
