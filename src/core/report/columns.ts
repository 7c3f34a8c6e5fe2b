/** The columns of a table as a page sets them: what stands in them, wherever their latent shapes go. */
import { countText, joined, type EntryText } from '../study/grid/entry.ts';
import type { TableGrid } from '../study/grid/grid.ts';
import type { GridColumn } from '../study/grid/gridHead.ts';

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
