/** Draws an overview: headings, names, coloured cells with numbers, bars of mean ranks. */
import type { Appearance } from '../../methods/appearance.ts';
import { headLines } from '../../study/table/gridHead.ts';
import { BEST_CELL } from '../charts/colourScale.ts';
import type { Overview, OverviewRow } from '../charts/overview.ts';
import { SCREEN } from '../drawingArea.ts';
import { path, picture, rect, text, type Drawing, type Shape } from '../drawing/drawing.ts';
import { marker } from './marker.ts';
import { ground, moved, figureColours, type FigureColours, type FigureTheme } from './theme.ts';
import { textWidth, wrapped } from './textWidth.ts';

const TOP = 38;
const LINE = 20;
const ROW = 24;
const BAR = 90;
/** Sheets narrower than this have short bars. */
const NARROW = 450;
const SHORT_BAR = 36;
const RIGHT = 56;

function isBetween(value: number, from: number, to: number): boolean {
  return value >= from && value < to;
}

/** `appearances`: colours and markers by label. */
export function drawOverview(
  figure: Overview,
  appearances: ReadonlyMap<string, Appearance>,
  theme: FigureTheme,
  sheet = SCREEN,
): Drawing {
  const colours = figureColours(theme);
  const left = 44 + Math.max(...figure.rows.map(({ label }) => textWidth(label, 12)));
  const cell =
    6 + Math.max(38, ...figure.rows.flatMap(({ cells }) => cells.map((one) => textWidth(one?.text ?? '', 12))));
  const whole = left + figure.columns.length * cell + 20 + RIGHT;
  // Short bars also if they save a second block.
  const tight = sheet.width !== null && (sheet.width < NARROW || isBetween(sheet.width - whole, SHORT_BAR, BAR));
  const bar = tight ? SHORT_BAR : BAR;
  const beside = 20 + bar + RIGHT;
  const most = sheet.width === null ? figure.columns.length : Math.floor((sheet.width - left - beside) / cell);
  const inBlock = Math.min(figure.columns.length, Math.max(1, most));
  const width = Math.max(sheet.width ?? 24 + textWidth(figure.note, 12), left + inBlock * cell + beside);
  const title = wrapped(figure.title, sheet.width === null ? Infinity : width - 24, 13);
  const notes = wrapped(figure.note, width - 24 + 0.5, 12);
  const shapes: Shape[] = [];
  let top = (title.length - 1) * LINE;
  for (let from = 0; from < figure.columns.length; from += inBlock) {
    const block = columnsOf(figure, from, inBlock);
    const drawn = drawnBlock(
      block,
      { left, cell, bar, last: from + inBlock >= figure.columns.length },
      appearances,
      colours,
    );
    shapes.push(...(top === 0 ? drawn.shapes : [moved(top, drawn.shapes)]));
    // The next block has no title.
    top += drawn.bottom - (TOP - 20);
  }
  const bottom = top + (TOP - 20);
  const height = bottom + 24 + notes.length * 16;
  const body = [
    ground(width, height, colours),
    ...title.map((line, l) => text(12, 22 + l * LINE, line, { fill: colours.text, 'font-weight': 600 })),
    ...shapes,
    ...notes.map((line, l) => text(12, bottom + 26 + l * 16, line, { fill: colours.secondary })),
  ];
  return picture(width, height, figure.description, body);
}

function columnsOf(figure: Overview, from: number, count: number): Overview {
  const columns = figure.columns.slice(from, from + count);
  const rows = figure.rows.map((row) => ({ ...row, cells: row.cells.slice(from, from + count) }));
  return { ...figure, columns, rows };
}

interface Block {
  readonly left: number;
  readonly cell: number;
  /** Length of the bar of the last rank. */
  readonly bar: number;
  /** Mean ranks are right of the last block. */
  readonly last: boolean;
}

function drawnBlock(
  figure: Overview,
  { left, cell, bar, last }: Block,
  appearances: ReadonlyMap<string, Appearance>,
  colours: FigureColours,
): { readonly shapes: readonly Shape[]; readonly bottom: number } {
  const head = headOf(figure, left, cell, colours);
  const right = last ? left + figure.columns.length * cell + 20 : null;
  const rows = figure.rows.flatMap((row, r) => {
    const y = head.bottom + r * ROW;
    return drawnRow(row, { left, cell, bar, right, y, most: figure.rows.length }, appearances.get(row.label), colours);
  });
  const outlines = figure.rows.flatMap(({ cells }, r) =>
    cells.flatMap((one, c) => (one?.best ? [outline(left + c * cell, head.bottom + r * ROW, cell)] : [])),
  );
  const bottom = head.bottom + figure.rows.length * ROW;
  const ranks = right === null ? [] : [text(right, head.bottom - 8, 'Mean rank', { fill: colours.secondary })];
  return { shapes: [...head.shapes, ...ranks, ...rows, ...outlines], bottom };
}

/** Headings above their columns. The headings of a line are vertical if one of them is wider than its columns. */
function headOf(
  { columns }: Overview,
  left: number,
  cell: number,
  colours: FigureColours,
): { shapes: Shape[]; bottom: number } {
  const lines = headLines(columns);
  const upright = lines.map((line) => line.some(({ title, span }) => textWidth(title, 12) > span * cell - 6));
  const heights = lines.map((line, l) =>
    upright[l] ? 12 + Math.max(...line.map(({ title }) => textWidth(title, 12))) : LINE,
  );
  const ends = heights.map((_, l) => TOP + heights.slice(0, l + 1).reduce((sum, height) => sum + height, 0));
  const shapes = lines.flatMap((line, l) =>
    line.flatMap(({ title, from, span }) => {
      const middle = left + (from + span / 2) * cell;
      const rule = [
        [left + from * cell + 3, ends[l]],
        [left + (from + span) * cell - 3, ends[l]],
      ] as const;
      const words = upright[l]
        ? text(middle + 4, ends[l] - 6, title, { fill: colours.secondary, upward: 'after' })
        : text(middle, ends[l] - 6, title, { fill: colours.secondary, 'text-anchor': 'middle' });
      return span > 1 ? [words, path(rule, { stroke: colours.hairline })] : [words];
    }),
  );
  return { shapes, bottom: (ends.at(-1) ?? TOP + LINE) + 4 };
}

interface RowPlace {
  readonly bar: number;
  readonly left: number;
  readonly cell: number;
  /** Left edge of the rank bar; null if there is none. */
  readonly right: number | null;
  readonly y: number;
  /** The rank that fills the bar. */
  readonly most: number;
}

function drawnRow(
  { label, rank, cells }: OverviewRow,
  { left, cell, bar, right, y, most }: RowPlace,
  appearance: Appearance | undefined,
  colours: FigureColours,
): Shape[] {
  const middle = y + ROW / 2;
  const values = cells.flatMap((one, c): Shape[] => {
    const x = left + c * cell;
    if (one === null)
      return [text(x + cell / 2, middle + 4, '–', { fill: colours.secondary, 'text-anchor': 'middle' })];
    const box = rect({ part: 'cell', x, y, width: cell, height: ROW, fill: one.fill });
    return [box, text(x + cell / 2, middle + 4, one.text, { fill: one.ink, 'text-anchor': 'middle' })];
  });
  const length = rank === null ? 0 : (rank / most) * bar;
  const box = { y: y + 7, width: length, height: ROW - 14, fill: colours.secondary };
  return [
    ...(appearance ? [marker(appearance, [18, middle], 0.9, colours)] : []),
    text(32, middle + 4, label, { fill: colours.text }),
    ...values,
    ...(right === null
      ? []
      : [
          rect({ part: 'rank', x: right, ...box }),
          text(right + length + 6, middle + 4, rank?.toFixed(2) ?? '–', { fill: colours.text }),
        ]),
  ];
}

function outline(x: number, y: number, width: number): Shape {
  const box = { part: 'best', x: x + 1, y: y + 1, width: width - 2, height: ROW - 2 };
  return rect({ ...box, fill: 'none', stroke: BEST_CELL, 'stroke-width': 2 });
}
