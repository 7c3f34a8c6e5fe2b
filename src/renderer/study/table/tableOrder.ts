/** The order of the rows of a table on the page: by a column, or as the study has them. */
import { opposite, type Direction } from '../../ui/lists/listOrder.ts';
import { entryParts, type TableGrid } from '../../../core/study/table/grid.ts';
import { methodColumns } from '../../../core/study/table/gridHead.ts';
import type { StudyTable } from '../../../core/study/table/table.ts';

export interface Sort {
  /** The title of the column in the grid's head. */
  readonly column: string;
  readonly direction: Direction;
}

/** What a click on a head leads to: the best first, then the worst first, then the order of the study again. */
export function nextSort(sort: Sort | null, column: string, grid: TableGrid, table: StudyTable): Sort | null {
  const first = firstDirection(grid.head.indexOf(column), grid, table);
  if (sort?.column !== column) return { column, direction: first };
  return sort.direction === first ? { column, direction: opposite(first) } : null;
}

/**
 * The places of the grid's rows in the order to show them. Rows without a number in the column come last, in either
 * direction; equal ones stay in the order of the study. A sort by a column that is not there leaves all as it is.
 */
export function rowOrder(grid: TableGrid, table: StudyTable, sort: Sort | null): number[] {
  const places = grid.rows.map((_, row) => row);
  const column = sort === null ? -1 : grid.head.indexOf(sort.column);
  if (sort === null || column < 0) return places;
  const sign = sort.direction === 'ascending' ? 1 : -1;
  if (column === 0) return places.sort((a, b) => sign * grid.rows[a].title.localeCompare(grid.rows[b].title, 'en'));
  const values = places.map((row) => sortValue(grid, table, row, column - 1));
  return places.sort((a, b) => {
    const [left, right] = [values[a], values[b]];
    if (left === null || right === null) return Number(left === null) - Number(right === null);
    return sign * (left - right);
  });
}

/** The number that a row has in a column: a mean, or what is said of the method. */
function sortValue({ rows, columns }: TableGrid, table: StudyTable, row: number, column: number): number | null {
  const cell = rows[row].cells[column];
  if (cell !== undefined && typeof cell !== 'string') return entryParts(table, cell).mean;
  // This stands beside methods only, so that a row of the grid is one of the table.
  return methodColumns(table)[column - columns.length]?.value(table.rows[row]) ?? null;
}

/** The best first: the lowest of errors and ranks, the most of what is better when greater; names from A. */
function firstDirection(column: number, { columns }: TableGrid, table: StudyTable): Direction {
  if (column === 0) return 'ascending';
  const methodColumn = methodColumns(table)[column - 1 - columns.length];
  const lowest = methodColumn ? methodColumn.first === 'lowest' : table.measure.better === 'lower';
  return lowest ? 'ascending' : 'descending';
}
