/** A table as programs read it from JSON. */
import type { StudyTable, TableEntry, ValidatedEntry } from '../study/table/table.ts';

/** An entry by the selection that a reader takes it for; the other one has a name. */
type JsonEntry =
  | (TableEntry & { readonly selection: 'oracle' })
  | (ValidatedEntry &
      Pick<TableEntry, 'failed' | 'pending' | 'planned'> & {
        readonly selection: 'validated';
        /** Chosen on the test images. */
        readonly oracle: Omit<TableEntry, 'validated' | 'failed' | 'pending' | 'planned'>;
      });

/**
 * Of studies that choose shapes inside the training images an entry is of the shapes chosen so, with those of the test
 * images as `oracle`; unless the table shows the oracle selection alone.
 */
export function tableJson(
  table: StudyTable,
): Omit<StudyTable, 'rows'> & { readonly rows: readonly { readonly entries: readonly JsonEntry[] }[] } {
  const oracleOnly = table.options.selection === 'oracle';
  const asRead = ({ validated, ...entry }: TableEntry): JsonEntry => {
    if (!validated || oracleOnly) return { selection: 'oracle', ...entry };
    const { failed, pending, planned, ...oracle } = entry;
    return { selection: 'validated', ...validated, failed, pending, planned, oracle };
  };
  return { ...table, rows: table.rows.map((row) => ({ ...row, entries: row.entries.map(asRead) })) };
}
