/** The columns of a table as a page sets them: what stands in them, wherever their latent shapes go. */
import { countText, joined, type EntryText } from '../study/table/entry.ts';
import type { TableGrid } from '../study/table/grid.ts';
import { type GridColumn, headLines, type Heading } from '../study/table/gridHead.ts';

/** Where latent shapes stand: right of their numbers, below them, nowhere. */
export type ShapePlace = 'column' | 'line' | 'none';

export interface SetColumn {
  /** Its levels, outermost first; one of standings has its title alone. */
  readonly levels: GridColumn;
  readonly title: string;
  /** Down the rows: entries, or text. */
  readonly cells: readonly (EntryText | string)[];
  /** Below the rule; empty where the table has no such rows. */
  readonly summary: readonly string[];
  /** Of standings, which heads of several lines do not reach over. */
  readonly plain: boolean;
  /** Characters of the longest mean and deviation; 0 where there are none. */
  readonly mean: number;
  readonly std: number;
  readonly marked: boolean;
  /** Shapes and counts of repeats, '' where a cell has none. */
  readonly asides: readonly string[];
}

export function setColumns({ head, columns, rows, summary }: TableGrid, shapes: ShapePlace): SetColumn[] {
  return head.slice(1).map((title, c): SetColumn => {
    const cells = rows.map((row) => row.cells[c]);
    const entries = cells.filter((cell) => typeof cell !== 'string');
    const longest = (key: 'mean' | 'std'): number => Math.max(0, ...entries.map((entry) => entry[key]?.length ?? 0));
    const plain = c >= columns.length;
    return {
      levels: plain ? [] : columns[c],
      title: columns[c]?.at(-1)?.title ?? title,
      cells,
      summary: summary.map((row) => String(row.cells[c])),
      plain,
      mean: longest('mean'),
      std: longest('std'),
      marked: entries.some(({ mark }) => mark !== ''),
      asides: cells.map((cell) => aside(cell, shapes)),
    };
  });
}

function aside(cell: EntryText | string, shapes: ShapePlace): string {
  if (typeof cell === 'string' || cell.mean === null) return '';
  return joined([shapes === 'none' ? '' : cell.shape, countText(cell)]);
}

/** Where the shapes of a table may stand, the best first. */
export function shapePlaces(grid: TableGrid): readonly ShapePlace[] {
  return setColumns(grid, 'column').some(hasAsides) ? ['column', 'line'] : ['none'];
}

/** Whether the column has shapes or counts to show at all. */
export function hasAsides({ asides }: Pick<SetColumn, 'asides'>): boolean {
  return asides.some((text) => text !== '');
}

// How a table that is wider than its line is broken into panels, one below the other.

interface Column {
  readonly levels: GridColumn;
}

/** As many columns on each panel as fit, fewer where the break then stands between outer levels of the head. */
export function inPanels<T extends Column>(columns: readonly T[], fits: (columns: readonly T[]) => boolean): T[][] {
  const panels: T[][] = [];
  let start = 0;
  while (start < columns.length) {
    let end = start + 1;
    while (end < columns.length && fits(columns.slice(start, end + 1))) end++;
    if (end < columns.length) end = bestBreak(columns, start, end);
    panels.push(columns.slice(start, end));
    start = end;
  }
  return panels;
}

/** Share of the columns that fit which a break between outer levels must leave on the panel. */
const FULL_ENOUGH = 0.6;

/** The last break not after `end` between columns that differ in the outermost level possible. */
function bestBreak(columns: readonly Column[], start: number, end: number): number {
  const depth = columns[start].levels.length;
  for (let level = 0; level < depth; level++) {
    for (let at = end; at - start >= FULL_ENOUGH * (end - start); at--) {
      const [before, after] = [columns[at - 1].levels, columns[at].levels];
      if (before.slice(0, level + 1).some(({ title }, i) => title !== after[i]?.title)) return at;
    }
  }
  return end;
}

/**
 * Widths of columns below heads that stand over several of them: what a head is wider than its columns goes to the last
 * of them. `columns`: those with levels, which come first; `need`: the width of a head.
 */
export function underHeads(
  widths: readonly number[],
  columns: readonly GridColumn[],
  gap: number,
  need: (heading: Heading) => number,
): number[] {
  const wider = [...widths];
  for (const heads of headLines(columns).slice(0, -1).reverse()) {
    for (const heading of heads) {
      const { from, span } = heading;
      const have = wider.slice(from, from + span).reduce((sum, width) => sum + width, 0) + (span - 1) * gap;
      wider[from + span - 1] += Math.max(0, need(heading) - have);
    }
  }
  return wider;
}
