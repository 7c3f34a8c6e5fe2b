/** Typesetting of a table: size, panels and floats. Its LaTeX and its preview are written from this. */
import { tableGrid, type TableGrid } from '../../study/table/grid.ts';
import { headLines } from '../../study/table/gridHead.ts';
import type { StudyTable } from '../../study/table/table.ts';
import type { TableFactor } from '../../study/table/tableOptions.ts';
import { isColumn, lineWidth, tableNotes, type PageOptions } from '../pageOptions.ts';
import { asItIs, onePanel, panelWidth, severalPanels, type Layout } from './layout.ts';
import { startsGroup, type Part } from './tabular.ts';
import { textWidth } from './widths.ts';

export const POINTS_PER_MM = 72.27 / 25.4;

export interface SetTable {
  readonly grid: TableGrid;
  readonly layout: Layout;
  /** Parts of each float. */
  readonly floats: readonly (readonly Part[])[];
  readonly notes: readonly string[];
  /** Whether the notes fit in the last float; otherwise they follow as text. */
  readonly inside: boolean;
  /** Width of the text, and estimated width of the widest panel, in points. */
  readonly line: number;
  readonly width: number;
}

/** Heading of the counts over the conditions, and start of the sentence on them. */
const STANDINGS = '(•/=/*)';

/** Typesets the table for the line width of the page. */
export function setTable(table: StudyTable, page: PageOptions): SetTable {
  const line = lineWidth(page) * POINTS_PER_MM;
  const { grid, layout } = laidOut(table, line, page);
  const titles = [...grid.head, ...grid.summary.map(({ title }) => title)];
  const notes = tableNotes(table, page.notes, page.shapes).filter(
    (sentence) => !sentence.startsWith(STANDINGS) || titles.includes(STANDINGS),
  );
  const height = heightOf(page);
  const { floats, left } = packed(partsOf(grid, layout, height), grid, layout, height);
  const width = Math.max(...layout.panels.map((columns) => panelWidth(layout.widths(columns))));
  // Notes that do not fit follow as text, which can break across pages.
  return { grid, layout, floats, notes, inside: notesHeight(notes, line) <= left, line, width };
}

/** Caption of a float after the first. */
export function continuedCaption({ caption }: TableGrid): string {
  return caption.replace(/\.$/, ' (continued).');
}

function laidOut(table: StudyTable, line: number, page: PageOptions): { grid: TableGrid; layout: Layout } {
  const grid = tableGrid(table);
  if (page.fit === 'none') return { grid, layout: asItIs(grid, page) };
  const whole = onePanel(grid, line, page);
  if (whole) return { grid, layout: whole };
  if (page.fit === 'auto') {
    const turned = tableGrid(transposed(table, grid));
    const layout = onePanel(turned, line, page);
    if (layout) return { grid: turned, layout };
    // A page has room for panels; in a column they would part what a reader compares.
    for (const grouped of isColumn(page) ? inGroups(table, grid) : []) {
      const layout = onePanel(grouped, line, page);
      if (layout && partsOf(grouped, layout, heightOf(page)).length === 1) return { grid: grouped, layout };
    }
  }
  const layout = severalPanels(grid, line, page);
  // A panel of facts about the methods alone is no table; the notes name the supervised ones.
  if (isColumn(page) || layout.panels.every((columns) => columns.some(({ plain }) => !plain))) {
    return { grid, layout };
  }
  const numbers = tableGrid({ ...table, options: { ...table.options, labels: false, standings: false } });
  return { grid: numbers, layout: onePanel(numbers, line, page) ?? severalPanels(numbers, line, page) };
}

/** The table with the factors of its columns moved to the rows. */
function transposed(table: StudyTable, { columns }: TableGrid): StudyTable {
  const across = (columns[0] ?? []).map(({ factor }) => factor).filter((factor) => factor !== 'selection');
  const rows: readonly TableFactor[] = across.length > 0 ? across : table.options.rows;
  return { ...table, options: { ...table.options, rows: [...rows] } };
}

/** The table with one factor of its columns around its rows, the innermost factor first. */
function inGroups(table: StudyTable, { columns }: TableGrid): TableGrid[] {
  const { rows } = table.options;
  const factors = (columns[0] ?? []).map(({ factor }) => factor).filter((factor) => factor !== 'selection');
  if (factors.length < 2 || rows.at(-1) !== 'method') return [];
  return factors
    .reverse()
    .map((factor) => tableGrid({ ...table, options: { ...table.options, rows: [factor, ...rows] } }));
}

/**
 * Height of a page in points, less caption and spacing: 225 mm in portrait, 150 mm in landscape, and 190 mm around the
 * narrow text of books and preprints.
 */
function heightOf({ width }: PageOptions): number {
  const narrow = typeof width === 'number' && width < 150;
  return (width === 'landscape' ? 150 : narrow ? 190 : 225) * POINTS_PER_MM - 45;
}

/** Splits panels that are higher than a page between rows. */
function partsOf(grid: TableGrid, layout: Layout, page: number): Part[] {
  return layout.panels.flatMap((columns) => {
    const parts: Part[] = [];
    let from = 0;
    while (from < grid.rows.length) {
      let to = from + 1;
      while (to < grid.rows.length && partHeight(grid, layout, { columns, from, to: to + 1 }) <= page) to++;
      parts.push({ columns, from, to });
      from = to;
    }
    return parts;
  });
}

/** Height of a line of shapes, which is set closer, in lines of the table. */
const SHAPE_LINE = 0.8;

function partHeight(grid: TableGrid, layout: Layout, { columns, from, to }: Part): number {
  const { rows, summary } = grid;
  const { size, shapes, titles, headTitle } = layout;
  const entries = columns.filter(({ plain }) => !plain);
  const spanners = headLines(entries.map(({ levels }) => levels)).slice(0, -1);
  const tallest = (titles: readonly (readonly string[])[]): number =>
    Math.max(1, ...titles.map(({ length }) => length));
  const head =
    tallest([...columns.map((column) => headTitle(column.title, [column])), layout.heading]) +
    spanners.reduce(
      (sum, line) =>
        sum + 0.8 + tallest(line.map(({ title, from, span }) => headTitle(title, entries.slice(from, from + span)))),
      0,
    );
  const lines = titles
    .slice(from, to)
    .reduce((sum, texts) => sum + texts.length + (shapes === 'line' ? SHAPE_LINE : 0), 0);
  const groups = rows.slice(from, to).filter((_, i) => startsGroup(grid, from + i, from)).length;
  return (head + lines + 1.5 * groups + (to === rows.length ? summary.length : 0) + 2.5) * size.line * 1.08;
}

/** Packs as many parts into each float as fit on a page; `left` is the space left on the last page. */
function packed(
  parts: readonly Part[],
  grid: TableGrid,
  layout: Layout,
  page: number,
): { floats: Part[][]; left: number } {
  const floats: Part[][] = [[]];
  let height = 0;
  for (const part of parts) {
    const needed = partHeight(grid, layout, part);
    if (height + needed > page && floats[floats.length - 1].length > 0) {
      floats.push([]);
      height = 0;
    }
    floats[floats.length - 1].push(part);
    height += needed;
  }
  return { floats, left: page - height };
}

function notesHeight(notes: readonly string[], line: number): number {
  return notes.length === 0 ? 0 : (Math.ceil((0.9 * textWidth(notes.join(' '))) / line) + 1) * 9.5;
}
