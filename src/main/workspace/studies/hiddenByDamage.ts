/**
 * Detects what damage hides without an error: rows whose owner is missing, and studies and datasets that a changed bit
 * marks as unplanned or deleted. A page of the file that was overwritten by a copy of another page is still valid:
 * SQLite shows its rows, and the list of studies can be silently empty while their cells exist.
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

/** A date of deletion is a text and no earlier than the creation; numbers come before all texts. */
export const DELETED_AFTER_CREATION = 'deleted_at >= created_at';

const MARKED: readonly { readonly rows: string; readonly where: string; readonly text: string }[] = [
  {
    rows: 'studies',
    where: "planned = 0 AND EXISTS (SELECT 1 FROM cells WHERE study_id = studies.id AND status = 'done')",
    text: 'marked as not yet planned, although cells of it are finished',
  },
  ...['studies', 'datasets'].map((rows) => ({
    rows,
    where: `deleted_at IS NOT NULL AND NOT ${DELETED_AFTER_CREATION}`,
    text: 'marked as deleted without a date that can be true',
  })),
];

/** Whether the table of studies has more or fewer rows than an index of them all. */
const UNLISTED = `
  SELECT (SELECT count(*) FROM studies NOT INDEXED) <> (SELECT count(*) FROM studies INDEXED BY studies_by_dataset)`;

/** Hidden data, each as the end of a sentence: "2 studies are missing whose cells are there". */
export function hiddenByDamage(db: Database): string[] {
  const numberOf = (sql: string, rows: string, text: (count: number) => string): string[] => {
    try {
      const count = db.prepare<[], number>(sql).pluck().get()!;
      return count === 0 ? [] : [text(count)];
    } catch (error) {
      if (!isDamage(error)) throw error;
      return [`its ${rows} cannot be read`];
    }
  };
  const damage = [
    ...OWNED.flatMap((owned) =>
      numberOf(missingOwners(owned), owned.rows, (missing) => {
        const which = missing === 1 ? `1 ${owned.owner} is` : `${missing} ${owned.owners} are`;
        return `${which} missing whose ${owned.rows} are there`;
      }),
    ),
    ...MARKED.flatMap(({ rows, where, text }) =>
      numberOf(`SELECT count(*) FROM ${rows} WHERE ${where}`, rows, (count) =>
        count === 1 ? `1 of the ${rows} is ${text}` : `${count} of the ${rows} are ${text}`,
      ),
    ),
  ];
  if (damage.length > 0) return [...new Set(damage)];
  return numberOf(UNLISTED, 'studies', () => 'its list of studies and the index of the list differ');
}
