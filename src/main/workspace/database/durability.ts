/**
 * The only way to commit. A commit goes to SQLite's write-ahead log without waiting for the disk, because a study may
 * have hundreds of cells a second; the log is flushed within two seconds, at the end of a study, and before the
 * connection closes. Errors count: after a failed flush the contents of the disk are unknown, even if the next flush
 * succeeds.
 */
import type { Database, Statement } from 'better-sqlite3';
import { fileReason } from '../../disk/fileReason.ts';
import { flushFile, flushFileSync } from '../../disk/flush.ts';
import { WorkspaceError } from '../workspaceErrors.ts';

export interface Durability {
  /** Call before every change: its commit is on the disk two seconds later. Throws as `flush` does. */
  readonly change: () => void;
  /** Resolves when all commits are on the disk. Throws WorkspaceError if the disk refuses. */
  readonly flush: () => Promise<void>;
  /**
   * Flushes synchronously and writes the log into the file: before the connection closes. Throws SQLite's errors too.
   */
  readonly settle: () => void;
}

/** Milliseconds from a commit until it is on the disk. */
const WITHIN = 2_000;

/** For a file without a write-ahead log, where SQLite flushes every commit. */
export const eachCommit: Durability = {
  change: () => undefined,
  flush: () => Promise.resolve(),
  settle: () => undefined,
};

export function logDurability(db: Database, path: string): Durability {
  const log = `${path}-wal`;
  /** Time of the first commit that is not on the disk; null if none. */
  let since: number | null = null;
  let timer: NodeJS.Timeout | undefined;
  let changed = false;
  let failure: WorkspaceError | null = null;
  let last: Promise<void> = Promise.resolve();

  const begin = (now: number | null): void => {
    clearTimeout(timer);
    since = now;
    // A caller that waits for nothing else closes the connection, which flushes too.
    if (now !== null) timer = setTimeout(() => void flush().catch(() => undefined), WITHIN).unref();
  };
  const fail = (error: unknown): never => {
    const sentence = `"${path}" may be incomplete on the disk: flushing it failed (${fileReason(error)})`;
    failure = new WorkspaceError(sentence, { cause: error });
    throw failure;
  };
  const flushNow = async (): Promise<void> => {
    if (failure) return settle();
    if (since === null) return;
    begin(null);
    await flushFile(log).catch(fail);
  };
  // One at a time: commits of a concurrent flush are not yet on the disk.
  const flush = (): Promise<void> => (last = last.catch(() => undefined).then(flushNow));
  const settle = (): void => {
    if (!changed) return;
    begin(null);
    // Frames that other connections read stay in the log.
    const [state] = db.pragma('wal_checkpoint(PASSIVE)') as { log: number; checkpointed: number }[];
    try {
      if (state.checkpointed < state.log) flushFileSync(log);
    } catch (error) {
      fail(error);
    }
    changed = false;
    failure = null;
  };
  return {
    change() {
      // Writes the log from the system's memory into the file again; SQLite refuses that within a transaction, and a
      // later change or flush does it.
      if (failure && !db.inTransaction) settle();
      const now = performance.now();
      if (since !== null && now - since >= WITHIN && !db.inTransaction) {
        // For a loop that starves timers.
        begin(null);
        try {
          flushFileSync(log);
        } catch (error) {
          fail(error);
        }
      }
      changed = true;
      if (since === null) begin(now);
    },
    flush,
    settle,
  };
}

/** Lets the connection call `change` before each statement that may write. */
export function reportChanges(db: Database, change: () => void): Database {
  const prepare = db.prepare.bind(db);
  const exec = db.exec.bind(db);
  const reporting = (sql: string): Statement => {
    const statement = prepare(sql);
    if (statement.readonly) return statement;
    for (const name of ['run', 'get', 'all'] as const) {
      const execute = statement[name].bind(statement);
      const value = (...parameters: unknown[]): unknown => {
        change();
        return execute(...parameters);
      };
      Object.defineProperty(statement, name, { value });
    }
    return statement;
  };
  return Object.assign(db, {
    prepare: reporting,
    exec: (sql: string) => {
      change();
      return exec(sql);
    },
  });
}
