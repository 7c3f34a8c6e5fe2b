/** Published numbers displayed alongside the results of studies: one per method and condition. */
import type { Database } from 'better-sqlite3';
import type { PublishedNumber } from '../../../core/study/table/publishedNumber.ts';

export interface PublishedRepository {
  /** In the order in which they were added. */
  readonly list: (study: number) => PublishedNumber[];
  /** Adds numbers; replaces the number of the same method and condition. */
  readonly put: (study: number, numbers: readonly PublishedNumber[]) => void;
  /** Removes the numbers of a source; returns how many there were. */
  readonly remove: (study: number, source: string) => number;
}

interface Row extends Omit<PublishedNumber, 'deviation'> {
  readonly deviation: number | null;
}

export function publishedRepository(db: Database): PublishedRepository {
  const all = db.prepare<[number], Row>(
    'SELECT method, condition, value, deviation, source FROM published WHERE study_id = ? ORDER BY id',
  );
  const forget = db.prepare('DELETE FROM published WHERE study_id = ? AND method = ? AND condition = ?');
  const add = db.prepare(
    'INSERT INTO published (study_id, method, condition, value, deviation, source) VALUES (?, ?, ?, ?, ?, ?)',
  );
  const remove = db.prepare('DELETE FROM published WHERE study_id = ? AND source = ?');
  return {
    list: (study) =>
      all.all(study).map(({ deviation, ...row }) => ({ ...row, ...(deviation !== null && { deviation }) })),
    put: db.transaction((study: number, numbers: readonly PublishedNumber[]) => {
      for (const { method, condition, value, deviation, source } of numbers) {
        forget.run(study, method, condition);
        add.run(study, method, condition, value, deviation ?? null, source);
      }
    }),
    remove: (study, source) => remove.run(study, source).changes,
  };
}
