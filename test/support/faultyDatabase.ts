/**
 * A connection whose n-th access fails as on a full or failing disk: the transaction around it is rolled back, as
 * SQLite does.
 */
import Database from 'better-sqlite3';
import type { Connect } from '../../src/main/workspace/database/connection.ts';

export type Access = 'write' | 'read' | 'sync';

export interface Faults {
  /** Accesses of each kind so far. */
  readonly counts: Record<Access, number>;
  /** The access that fails, and all after it until `heal`; null: none. */
  fail: { readonly kind: Access; readonly at: number } | null;
  /** Whether it has come to that. */
  failed: boolean;
}

const CODES: Readonly<Record<Access, readonly [string, string]>> = {
  write: ['database or disk is full', 'SQLITE_FULL'],
  read: ['disk I/O error', 'SQLITE_IOERR_READ'],
  sync: ['disk I/O error', 'SQLITE_IOERR_FSYNC'],
};

export function newFaults(fail: Faults['fail'] = null): Faults {
  return { counts: { write: 0, read: 0, sync: 0 }, fail, failed: false };
}

/** Connections that count their accesses in `faults`, and fail as it says. Syncs are the ends of transactions. */
export function faultyConnect(faults: Faults): Connect {
  const visit = (kind: Access): void => {
    const at = ++faults.counts[kind];
    if (faults.fail?.kind !== kind || at < faults.fail.at) return;
    faults.failed = true;
    throw new Database.SqliteError(...CODES[kind]);
  };
  return (path, options) => {
    const db = new Database(path, options);
    const prepare = db.prepare.bind(db);
    const exec = db.exec.bind(db);
    db.prepare = ((sql: string) => faultyStatement(prepare(sql), visit)) as typeof db.prepare;
    db.exec = (sql) => {
      visit('write');
      return exec(sql);
    };
    const transaction = db.transaction.bind(db);
    db.transaction = ((work: (...parameters: unknown[]) => unknown) =>
      transaction((...parameters: unknown[]) => {
        const result = work(...parameters);
        // A nested transaction is a savepoint, which the disk does not see.
        visit('sync');
        return result;
      })) as typeof db.transaction;
    return db;
  };
}

function faultyStatement(statement: Database.Statement, visit: (kind: Access) => void): Database.Statement {
  for (const name of ['run', 'get', 'all', 'iterate'] as const) {
    const original = statement[name].bind(statement) as (...parameters: unknown[]) => unknown;
    Object.defineProperty(statement, name, {
      configurable: true,
      value: (...parameters: unknown[]) => {
        visit(statement.readonly ? 'read' : 'write');
        return original(...parameters);
      },
    });
  }
  return statement;
}
