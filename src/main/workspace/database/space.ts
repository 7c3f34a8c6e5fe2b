/** Room that deleted rows leave in the file, and how it goes back to the disk. */
import type { Database } from 'better-sqlite3';

import { faultReason } from '../workspaceErrors.ts';

export interface FileSpace {
  /** Bytes of the file. */
  readonly bytes: number;
  /** Of them unused: overwritten, to be filled by what comes next. */
  readonly free: number;
}

/** `PRAGMA auto_vacuum`: pages can leave the file without a rewrite of all of it. */
export const INCREMENTAL = 2;

const number = (db: Database, pragma: string): number => db.pragma(pragma, { simple: true }) as number;

export function fileSpace(db: Database): FileSpace {
  const page = number(db, 'page_size');
  return { bytes: page * number(db, 'page_count'), free: page * number(db, 'freelist_count') };
}

/**
 * Returns unused pages to the disk. The write-ahead log, which
 * has copies of what was deleted, is emptied, as far as other processes that read allow it.
 */
export function giveBack(db: Database): void {
  try {
    // exec runs a statement to its end; every step of it frees one page.
    if (number(db, 'auto_vacuum') === INCREMENTAL) db.exec('PRAGMA incremental_vacuum');
    db.pragma('wal_checkpoint(TRUNCATE)');
  } catch (error) {
    // What was deleted is deleted; its room goes back another time.
    if (faultReason(error) === null) throw error;
  }
}

/** Rewrites the file without unused pages, in the form that gives them back by itself from then on. */
export function shrink(db: Database): void {
  db.pragma('auto_vacuum = INCREMENTAL');
  db.exec('VACUUM');
  db.pragma('wal_checkpoint(TRUNCATE)');
}
