/** A connection to the SQLite file, however it was opened. */
import type Database from 'better-sqlite3';

export type Connect = (path: string, options?: Database.Options) => Database.Database;

/**
 * Milliseconds that a call waits for another process that writes. Its thread stands still meanwhile: a host counts
 * silence of 10 s as a hang, and cannot end sooner than the thread.
 */
export const BUSY_WAIT = 5_000;

export interface OpenedDatabase {
  readonly db: Database.Database;
  readonly readOnly: boolean;
  /** The process that had it open last did not close it. */
  readonly unclean: boolean;
  /** What the user should know, each one sentence. */
  readonly notices: readonly string[];
  /** Resolves when all that has been committed is on the disk. Throws WorkspaceError where the disk refuses. */
  readonly flush: () => Promise<void>;
  /** Throws where what was committed cannot be brought to the disk; the connection is closed even so. */
  readonly close: () => void;
}
