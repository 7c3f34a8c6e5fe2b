/** A connection to the SQLite file, however it was opened. */
import type Database from 'better-sqlite3';

export type Connect = (path: string, options?: Database.Options) => Database.Database;

export interface OpenedDatabase {
  readonly db: Database.Database;
  readonly readOnly: boolean;
  /** The process that had it open last did not close it. */
  readonly unclean: boolean;
  /** What the user should know, each one sentence. */
  readonly notices: readonly string[];
  readonly close: () => void;
}
