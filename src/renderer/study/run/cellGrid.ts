/** The state of every cell of a study, as its table, its failures and what is computed now tell it. */
import type { FailedCell } from '../../../core/contract/studyResults.ts';
import { cellTitle } from '../../../core/progress.ts';
import type { StudyTable } from '../../../core/study/table/table.ts';

export const CELL_STATES = ['finished', 'failed', 'computing', 'waiting'] as const;
export type CellState = (typeof CELL_STATES)[number];

export interface CellRows {
  readonly condition: StudyTable['conditions'][number];
  /** In the order of the table; cells in the order of the repeats. */
  readonly rows: readonly { readonly label: string; readonly cells: readonly CellState[] }[];
}

/** `running`: the cells that are computed now, as progress names them. */
export function cellRows(
  { rows, conditions }: Pick<StudyTable, 'rows' | 'conditions'>,
  failed: readonly FailedCell[],
  running: readonly string[],
): CellRows[] {
  const failures = new Set(failed.map(({ label, condition, repeat }) => JSON.stringify([label, condition, repeat])));
  return conditions.map((condition, c) => ({
    condition,
    rows: rows.map(({ label, entries }) => {
      const { planned, repeats } = entries[c];
      const finished = new Set(repeats);
      const stateOf = (repeat: number): CellState => {
        if (failures.has(JSON.stringify([label, condition.key, repeat]))) return 'failed';
        if (finished.has(repeat)) return 'finished';
        const title = cellTitle(label, condition.title, repeat);
        // What follows the title says how far the cell is.
        return running.some((one) => one === title || one.startsWith(`${title} `)) ? 'computing' : 'waiting';
      };
      return { label, cells: Array.from({ length: planned }, (_, n) => stateOf(n + 1)) };
    }),
  }));
}
