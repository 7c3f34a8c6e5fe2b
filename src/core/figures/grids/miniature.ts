/** The overview of a study as colours alone, by which it is recognised in a list. */
import type { StudyTable } from '../../study/table/table.ts';
import { overview } from './overview.ts';

/** "#rrggbb" by method, the best first, and condition; null where nothing has finished. */
export type Miniature = readonly (readonly (string | null)[])[];

/** Methods and conditions that a picture of this size tells apart. */
const MOST = { rows: 16, columns: 24 };

/** The first methods and conditions where there are many. */
export function miniature(table: StudyTable): Miniature {
  const { rows } = overview(table, { selection: 'oracle', shading: 'condition' });
  return rows
    .slice(0, MOST.rows)
    .map(({ cells }) => cells.slice(0, MOST.columns).map((cell) => (cell === null ? null : cell.fill)));
}
