/** A table as it is set on paper: in what size, panels and floats; its LaTeX and its preview are written from that. */
import { tableGrid, type TableGrid } from '../../study/table/grid.ts';
import { headLines } from '../../study/table/gridHead.ts';
import type { StudyTable } from '../../study/table/table.ts';
import type { TableFactor } from '../../study/table/tableOptions.ts';
import { lineWidth, type PageOptions } from '../pageOptions.ts';
import { asItIs, onePanel, panelWidth, severalPanels, type Layout } from './layout.ts';
import type { Part } from './tabular.ts';
import { textWidth } from './widths.ts';

export const POINTS_PER_MM = 72.27 / 25.4;

export interface SetTable {
  readonly grid: TableGrid;
  readonly layout: Layout;
  /** The parts of every float. */
  readonly floats: readonly (readonly Part[])[];
  readonly notes: readonly string[];
  /** Whether the notes stand in the last float; no room is left for others, which follow as text. */
  readonly inside: boolean;
  /** Of the text, and of the widest panel by estimate, in points. */
  readonly line: number;
  readonly width: number;
}

/** The table in the width of the page's line. */
export function setTable(table: StudyTable, page: PageOptions): SetTable {
  const line = lineWidth(page) * POINTS_PER_MM;
  const { grid, layout } = laidOut(table, line, page);
  const notes = { full: table.footer, short: table.essentials, none: [] }[page.notes];
  const height = heightOf(page);
  const { floats, left } = packed(partsOf(grid, layout, height), grid, layout, height);
  const width = Math.max(...layout.panels.map((columns) => panelWidth(layout.widths(columns))));
  // Notes that no room is left for follow as text, which pages may break.
  return { grid, layout, floats, notes, inside: notesHeight(notes, line) <= left, line, width };
}

/** Of a float after the first. */
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
  }
  return { grid, layout: severalPanels(grid, line, page) };
}

/** The same table with what runs across its columns down its rows. */
function transposed(table: StudyTable, { columns }: TableGrid): StudyTable {
  const across = (columns[0] ?? []).map(({ factor }) => factor).filter((factor) => factor !== 'selection');
  const rows: readonly TableFactor[] = across.length > 0 ? across : table.options.rows;
  return { ...table, options: { ...table.options, rows: [...rows] } };
}

/** Of a page in points, less what caption and spaces take: 240 mm upright, 150 mm on its side. */
function heightOf({ width }: PageOptions): number {
  return (width === 'landscape' ? 150 : 225) * POINTS_PER_MM - 45;
}

/** Panels, cut between rows where one alone is higher than a page. */
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

function partHeight({ rows, summary }: TableGrid, layout: Layout, { columns, from, to }: Part): number {
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
  const lines = titles.slice(from, to).reduce((sum, texts) => sum + texts.length + (shapes === 'line' ? 1 : 0), 0);
  return (head + lines + (to === rows.length ? summary.length : 0) + 2.5) * size.line * 1.08;
}

/** As many parts on each float as a page has room for, and what is left of the last page. */
function packed(
  parts: readonly Part[],
  grid: TableGrid,
  layout: Layout,
  page: number,
): { floats: Part[][]; left: number } {
  const floats: Part[][] = [[]];
  let height = 0;
  for (const part of parts) {
    const own = partHeight(grid, layout, part);
    if (height + own > page && floats[floats.length - 1].length > 0) {
      floats.push([]);
      height = 0;
    }
    floats[floats.length - 1].push(part);
    height += own;
  }
  return { floats, left: page - height };
}

function notesHeight(notes: readonly string[], line: number): number {
  return notes.length === 0 ? 0 : (Math.ceil((0.9 * textWidth(notes.join(' '))) / line) + 1) * 9.5;
}
