/** The columns of the table on the screen: every condition, followed by its validated selection where there is one. */
import type { Condition, StudyTable, TableEntry } from '../../core/study/result.ts';

export interface TableColumn {
  readonly key: string;
  readonly condition: Condition;
  /** 'oracle': the best shape on the test images; 'validated': the shape chosen inside the training images. */
  readonly selection: 'oracle' | 'validated';
  /** In the order of the rows. */
  readonly entries: readonly TableEntry[];
}

export function tableColumns({ conditions, rows }: StudyTable): TableColumn[] {
  return conditions.flatMap((condition, column): TableColumn[] => {
    const entries = rows.map((row) => row.entries[column]);
    const oracle: TableColumn = { key: condition.key, condition, selection: 'oracle', entries };
    if (!entries.some((entry) => entry.validated)) return [oracle];
    const validated = entries.map((entry) => ({ ...entry, ...(entry.validated ?? NOTHING) }));
    return [oracle, { key: `${condition.key} validated`, condition, selection: 'validated', entries: validated }];
  });
}

const NOTHING = {
  mean: null,
  std: null,
  shape: null,
  values: [],
  repeats: [],
  standing: 'none',
  significant: false,
  p: null,
} as const;
