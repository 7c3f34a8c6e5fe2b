/** Filters visible rows and columns of the table. Exports, counts and ranks always cover all of them. */
import type { TableGrid } from '../../../core/study/table/grid.ts';
import type { HeadFactor } from '../../../core/study/table/gridHead.ts';
import { plural } from '../../../core/text/phrases.ts';

/** Rows from which on they can be filtered, and columns from which on they can be hidden. */
export const FILTER_FROM = 12;
export const CHIPS_FROM = 4;

/** Whether columns are hidden by a factor: methods are filtered, and the choice of shapes is an option of the table. */
export function isHideable(factor: HeadFactor): boolean {
  return factor !== 'method' && factor !== 'selection';
}

/** Names a level of a factor. */
export function chipKey(factor: HeadFactor, title: string): string {
  return `${factor}:${title}`;
}

/** Places of the columns that are not hidden; all where nothing else would be left. */
export function visibleColumns({ columns }: TableGrid, hidden: readonly string[]): number[] {
  const all = columns.map((_, c) => c);
  const visible = all.filter((c) => !columns[c].some(({ factor, title }) => hidden.includes(chipKey(factor, title))));
  return visible.length > 0 ? visible : all;
}

/** Places of the rows whose titles hold the words of a filter, whatever their case. */
export function visibleRows({ rows }: TableGrid, filter: string): Set<number> {
  const words = filter.trim().toLowerCase();
  const places = rows.map((_, r) => r);
  return new Set(places.filter((r) => rows.length < FILTER_FROM || rows[r].title.toLowerCase().includes(words)));
}

/** What is hidden, and that it still counts; null where all is in sight. */
export function hiddenSentence({ rows, columns }: TableGrid, shownRows: number, shownColumns: number): string | null {
  const parts = [
    shownRows < rows.length ? `${rows.length - shownRows} of ${plural(rows.length, 'row')}` : '',
    shownColumns < columns.length ? `${columns.length - shownColumns} of ${plural(columns.length, 'column')}` : '',
  ].filter((part) => part !== '');
  return parts.length === 0 ? null : `Hidden: ${parts.join(', ')}. Bold, marks, counts, ranks and exports are of all.`;
}
