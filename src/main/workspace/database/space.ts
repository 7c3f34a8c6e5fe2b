/** Unused space of deleted rows in the file, and its return to the disk. */
import type { Database } from 'better-sqlite3';

import { faultReason } from '../workspaceErrors.ts';

export interface FileSpace {
  /** Size of the file in bytes. */
  readonly bytes: number;
  /** Unused bytes: overwritten, and reused by later rows. */
  readonly free: number;
}

/** `PRAGMA auto_vacuum`: pages can be released without rewriting the file. */
export const INCREMENTAL = 2;

const number = (db: Database, pragma: string): number => db.pragma(pragma, { simple: true }) as number;

export function fileSpace(db: Database): FileSpace {
  const page = number(db, 'page_size');
  return { bytes: page * number(db, 'page_count'), free: page * number(db, 'freelist_count') };
}

/** Pages that are returned between two looks at the clock: some 100 ms. */
const PAGES = 2048;

/**
 * Returns unused pages to the disk, for `longest` milliseconds; later rows reuse what remains, and a later call returns
 * it. Empties the write-ahead log, which contains copies of deleted data, as far as reading processes allow.
 */
export function giveBack(db: Database, longest = Infinity): void {
  try {
    const end = performance.now() + longest;
    const unused = (): number => number(db, 'freelist_count');
    if (number(db, 'auto_vacuum') === INCREMENTAL) {
      for (let [before, now] = [Infinity, unused()]; 0 < now && now < before && performance.now() < end;) {
        // exec runs a statement to its end; every step frees one page.
        db.exec(`PRAGMA incremental_vacuum(${PAGES})`);
        [before, now] = [now, unused()];
      }
    }
    db.pragma('wal_checkpoint(TRUNCATE)');
  } catch (error) {
    // The data are deleted; their space is returned another time.
    if (faultReason(error) === null) throw error;
  }
}

/** Rewrites the file without unused pages, in the incremental auto_vacuum mode. */
export function shrink(db: Database): void {
  db.pragma('auto_vacuum = INCREMENTAL');
  db.exec('VACUUM');
  db.pragma('wal_checkpoint(TRUNCATE)');
}
