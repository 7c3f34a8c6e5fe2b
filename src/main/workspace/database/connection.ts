/** A connection to the SQLite file, however it was opened. */
import type Database from 'better-sqlite3';

export type Connect = (path: string, options?: Database.Options) => Database.Database;

/**
 * Milliseconds that a call waits for another process that is writing. This blocks the thread: a host counts silence of
 * 10 s as a hang, and cannot exit sooner than the thread.
 */
export const BUSY_WAIT = 5_000;

export interface OpenedDatabase {
  readonly db: Database.Database;
  readonly readOnly: boolean;
  /** The previous process did not close the file. */
  readonly unclean: boolean;
  /** Notices for the user, each one sentence. */
  readonly notices: readonly string[];
  /** Resolves when all commits are on the disk. Throws WorkspaceError if the disk refuses. */
  readonly flush: () => Promise<void>;
  /** Throws if commits cannot be flushed to the disk; the connection is closed even so. */
  readonly close: () => void;
}
