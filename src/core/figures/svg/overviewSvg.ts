/** Draws an overview as SVG: lines of a head, names, coloured cells with their numbers, bars of mean ranks. */
import type { Appearance } from '../../methods/appearance.ts';
import { headLines } from '../../study/grid/gridHead.ts';
import { BEST_CELL } from '../heatColour.ts';
import type { Overview, OverviewRow } from '../overview.ts';
import { marker } from './markers.ts';
import { element, path, picture, text } from './svg.ts';
import { textWidth } from './textWidth.ts';
import { figureColours, type FigureColours, type FigureTheme } from './theme.ts';

const TOP = 38;
const LINE = 20;
const ROW = 24;
const BAR = 90;
const RIGHT = 56;

/** Colours and markers by the labels of the rows. */
export function overviewSvg(
  figure: Overview,
  appearances: ReadonlyMap<string, Appearance>,
  theme: FigureTheme,
): string {
  const colours = figureColours(theme);
  const left = 44 + Math.max(...figure.rows.map(({ label }) => textWidth(label, 12)));
  const cell =
    6 + Math.max(38, ...figure.rows.flatMap(({ cells }) => cells.map((one) => textWidth(one?.text ?? '', 12))));
  const head = headOf(figure, left, cell, colours);
  const right = left + figure.columns.length * cell + 20;
  const rows = figure.rows.map((row, r) => {
    const y = head.bottom + r * ROW;
    return drawnRow(row, { left, cell, right, y, most: figure.rows.length }, appearances.get(row.label), colours);
  });
  const outlines = figure.rows.flatMap(({ cells }, r) =>
    cells.map((one, c) => (one?.best ? outline(left + c * cell, head.bottom + r * ROW, cell) : '')),
  );
  const bottom = head.bottom + figure.rows.length * ROW;
  const width = Math.max(right + BAR + RIGHT, 24 + textWidth(figure.note, 12));
  const body = [
    element('rect', { width, height: bottom + 40, fill: colours.surface }),
    text(12, 22, figure.title, { fill: colours.text, 'font-weight': 600 }),
    head.markup,
    text(right, head.bottom - 8, 'Mean rank', { fill: colours.secondary }),
    ...rows,
    ...outlines,
    text(12, bottom + 26, figure.note, { fill: colours.secondary }),
  ];
  return picture(width, bottom + 40, figure.description, body.join(''));
}

/** Headings over their columns; those of the last line stand upright where one of them is wider than its column. */
function headOf(
  { columns }: Overview,
  left: number,
  cell: number,
  colours: FigureColours,
): { markup: string; bottom: number } {
  const lines = headLines(columns);
  const upright = lines.map((line) => line.some(({ title, span }) => textWidth(title, 12) > span * cell - 6));
  const heights = lines.map((line, l) =>
    upright[l] ? 12 + Math.max(...line.map(({ title }) => textWidth(title, 12))) : LINE,
  );
  const ends = heights.map((_, l) => TOP + heights.slice(0, l + 1).reduce((sum, height) => sum + height, 0));
  const markup = lines.flatMap((line, l) =>
    line.map(({ title, from, span }) => {
      const middle = left + (from + span / 2) * cell;
      const rule = [
        [left + from * cell + 3, ends[l]],
        [left + (from + span) * cell - 3, ends[l]],
      ] as const;
      const words = upright[l]
        ? text(0, 0, title, {
            fill: colours.secondary,
            transform: `translate(${middle + 4} ${ends[l] - 6}) rotate(-90)`,
          })
        : text(middle, ends[l] - 6, title, { fill: colours.secondary, 'text-anchor': 'middle' });
      return words + (span > 1 ? element('path', { d: path(rule), stroke: colours.hairline }) : '');
    }),
  );
  return { markup: markup.join(''), bottom: (ends.at(-1) ?? TOP + LINE) + 4 };
}

interface RowPlace {
  readonly left: number;
  readonly cell: number;
  readonly right: number;
  readonly y: number;
  /** The rank that fills the bar. */
  readonly most: number;
}

function drawnRow(
  { label, rank, cells }: OverviewRow,
  { left, cell, right, y, most }: RowPlace,
  appearance: Appearance | undefined,
  colours: FigureColours,
): string {
  const middle = y + ROW / 2;
  const values = cells.map((one, c) => {
    const x = left + c * cell;
    if (one === null) return text(x + cell / 2, middle + 4, '–', { fill: colours.secondary, 'text-anchor': 'middle' });
    const box = element('rect', { class: 'cell', x, y, width: cell, height: ROW, fill: one.fill });
    return box + text(x + cell / 2, middle + 4, one.text, { fill: one.ink, 'text-anchor': 'middle' });
  });
  const length = rank === null ? 0 : (rank / most) * BAR;
  const bar = element('rect', {
    class: 'rank',
    x: right,
    y: y + 7,
    width: length,
    height: ROW - 14,
    fill: colours.secondary,
  });
  return [
    appearance ? marker(appearance, [18, middle], 0.9, colours) : '',
    text(32, middle + 4, label, { fill: colours.text }),
    ...values,
    bar,
    text(right + length + 6, middle + 4, rank?.toFixed(2) ?? '–', { fill: colours.text }),
  ].join('');
}

function outline(x: number, y: number, width: number): string {
  const box = { class: 'best', x: x + 1, y: y + 1, width: width - 2, height: ROW - 2 };
  return element('rect', { ...box, fill: 'none', stroke: BEST_CELL, 'stroke-width': 2 });
}
