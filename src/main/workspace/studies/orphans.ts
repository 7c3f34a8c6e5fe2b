/**
 * Rows whose owner is gone. A page of the file that has become a copy of another one is a page all the same: SQLite
 * shows its rows, and a list of studies can be empty without a word while their cells are there.
 */
import type { Database } from 'better-sqlite3';
import { isDamage } from '../workspaceErrors.ts';

interface Owned {
  readonly rows: string;
  readonly column: string;
  readonly owners: string;
  readonly owner: string;
}

const OWNED: readonly Owned[] = [
  { rows: 'images', column: 'dataset_id', owners: 'datasets', owner: 'dataset' },
  { rows: 'studies', column: 'dataset_id', owners: 'datasets', owner: 'dataset' },
  { rows: 'cells', column: 'study_id', owners: 'studies', owner: 'study' },
];

/** From one owner to the next by the index, however many rows each has. */
const missingOwners = ({ rows, column, owners }: Owned): string => `
  WITH RECURSIVE own (id) AS (
    SELECT min(${column}) FROM ${rows}
    UNION ALL SELECT (SELECT min(${column}) FROM ${rows} WHERE ${column} > own.id) FROM own WHERE own.id IS NOT NULL
  )
  SELECT count(*) FROM own WHERE id IS NOT NULL AND id NOT IN (SELECT id FROM ${owners})`;

/** What is missing, each the end of a sentence: "2 studies are missing whose cells are there". */
export function orphans(db: Database): string[] {
  return OWNED.flatMap((owned) => {
    try {
      const missing = db.prepare<[], number>(missingOwners(owned)).pluck().get()!;
      if (missing === 0) return [];
      const which = missing === 1 ? `1 ${owned.owner} is` : `${missing} ${owned.owners} are`;
      return [`${which} missing whose ${owned.rows} are there`];
    } catch (error) {
      if (!isDamage(error)) throw error;
      return [`its ${owned.rows} cannot be read`];
    }
  });
}

/** A study or dataset that was deleted and can be restored. */
export interface Deleted {
  readonly id: number;
  readonly name: string;
  /** ISO 8601, in UTC. */
  readonly deletedAt: string;
}
