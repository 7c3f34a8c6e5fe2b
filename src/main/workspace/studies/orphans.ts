/**
 * Detects rows whose owner is missing. A page of the file that was overwritten by a copy of another page is still
 * valid: SQLite shows its rows, and the list of studies can be silently empty while their cells exist.
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

/** Steps from owner to owner by the index, regardless of the number of rows. */
const missingOwners = ({ rows, column, owners }: Owned): string => `
  WITH RECURSIVE own (id) AS (
    SELECT min(${column}) FROM ${rows}
    UNION ALL SELECT (SELECT min(${column}) FROM ${rows} WHERE ${column} > own.id) FROM own WHERE own.id IS NOT NULL
  )
  SELECT count(*) FROM own WHERE id IS NOT NULL AND id NOT IN (SELECT id FROM ${owners})`;

/** Missing owners, each as the end of a sentence: "2 studies are missing whose cells are there". */
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

/** A deleted study or dataset that can be restored. */
export interface Deleted {
  readonly id: number;
  readonly name: string;
  /** ISO 8601, in UTC. */
  readonly deletedAt: string;
}
