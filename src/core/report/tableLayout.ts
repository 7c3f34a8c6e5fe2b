/** Columns of a table as laid out on a page, with the position of their latent shapes. */
import { countText, joinedWords, type EntryText } from '../study/table/entry.ts';
import type { TableGrid } from '../study/table/grid.ts';
import { type GridColumn, headLines, type Heading } from '../study/table/gridHead.ts';

/** Position of latent shapes: right of their numbers, below them, or nowhere. */
export type ShapePlace = 'column' | 'line' | 'none';

export interface SetColumn {
  /** Its levels, outermost first; empty for standings, which have only a title. */
  readonly levels: GridColumn;
  readonly title: string;
  /** Entries or text, one per row. */
  readonly cells: readonly (EntryText | string)[];
  /** Cells below the rule; empty if the table has no such rows. */
  readonly summary: readonly string[];
  /** True for standings, which spanning heads do not cover. */
  readonly plain: boolean;
  /** Characters of the longest mean and deviation; 0 if there are none. */
  readonly mean: number;
  readonly std: number;
  readonly marked: boolean;
  /** Shapes and counts of repeats; '' if a cell has none. */
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
  return joinedWords([shapes === 'none' ? '' : cell.shape, countText(cell)]);
}

/** Possible positions of the shapes of a table, best first. */
export function shapePlaces(grid: TableGrid): readonly ShapePlace[] {
  return setColumns(grid, 'column').some(hasAsides) ? ['column', 'line'] : ['none'];
}

/** Whether the column has any shapes or counts. */
export function hasAsides({ asides }: Pick<SetColumn, 'asides'>): boolean {
  return asides.some((text) => text !== '');
}

// Splits a table that is wider than its line into panels, one below the other.

interface Column {
  readonly levels: GridColumn;
}

/** As many columns per panel as fit, or fewer if the break can then be between outer levels of the head. */
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

/** Minimum share of the fitting columns that a break between outer levels must keep on the panel. */
const FULL_ENOUGH = 0.6;

/** The last break up to `end` between columns that differ in the outermost level possible. */
function bestBreak(columns: readonly Column[], start: number, end: number): number {
  const depth = columns[start].levels.length;
  for (let level = 0; level < depth; level++) {
    for (let column = end; column - start >= FULL_ENOUGH * (end - start); column--) {
      const [before, after] = [columns[column - 1].levels, columns[column].levels];
      if (before.slice(0, level + 1).some(({ title }, i) => title !== after[i]?.title)) return column;
    }
  }
  return end;
}

/**
 * Widths of columns below spanning heads: the excess width of a head is added to the last of its columns. `columns`:
 * those with levels, which come first; `need`: the width of a head.
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
