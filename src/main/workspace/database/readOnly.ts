/** Opens workspaces for reading only: for viewing and merging. */
import { closeSync, existsSync, openSync, readSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type Database from 'better-sqlite3';
import { copyPrivate } from '../../disk/privateFile.ts';
import { temporaryFolder } from '../../disk/temporaryTree.ts';
import { BUSY_WAIT, type Connect, type OpenedDatabase } from './connection.ts';
import { copyDatabase } from './copyDatabase.ts';
import { WorkspaceError } from '../workspaceErrors.ts';

interface ReadOnlyOpening {
  readonly connect: Connect;
  /** Returns the version. Throws if the file is not a workspace. */
  readonly check: (db: Database.Database) => number;
  /** Migrates a copy to the latest version. */
  readonly update: (db: Database.Database) => void;
  readonly latest: number;
  /** The file is on a shared file system. */
  readonly shared: boolean;
}

/**
 * Opens the file itself if SQLite can read it unchanged. Otherwise (an older schema; a write-ahead log that reading
 * would write) opens a private copy in the folder for temporary files, which is removed on closing.
 */
export function openReadOnly(
  path: string,
  { connect, check, update, latest, shared }: ReadOnlyOpening,
): OpenedDatabase {
  if (!existsSync(path)) throw new WorkspaceError(`There is no workspace "${path}".`);
  // On a shared file system, readers on several machines would not share the memory of the log's index.
  const direct = shared && hasLog(path) ? null : readable(path, connect);
  const notices = [`"${path}" is opened read-only.`];
  const facts = { readOnly: true, unclean: false, notices, flush: () => Promise.resolve() };
  try {
    if (direct && check(direct) === latest) {
      direct.pragma('cell_size_check = ON');
      return { db: direct, ...facts, close: () => direct.close() };
    }
    const folder = temporaryFolder();
    try {
      const copy = join(folder, 'workspace.eigenbench');
      if (direct) copyDatabase(direct, copy);
      else copyFiles(path, copy);
      direct?.close();
      const db = connect(copy);
      check(db);
      db.pragma('journal_mode = DELETE');
      db.pragma('foreign_keys = ON');
      update(db);
      db.pragma('query_only = ON');
      const close = (): void => {
        db.close();
        rmSync(folder, { recursive: true, force: true });
      };
      return { db, ...facts, close };
    } catch (error) {
      rmSync(folder, { recursive: true, force: true });
      throw error;
    }
  } catch (error) {
    direct?.close();
    throw error;
  }
}

/** The read version of the file format: 2 with a write-ahead log, 1 without. */
function hasLog(path: string): boolean {
  const header = Buffer.alloc(20);
  const file = openSync(path, 'r');
  try {
    return readSync(file, header) === header.length && header[19] === 2;
  } finally {
    closeSync(file);
  }
}

/** null if reading the file would require writing next to it; then no other process writes there either. */
function readable(path: string, connect: Connect): Database.Database | null {
  const db = connect(path, { readonly: true, timeout: BUSY_WAIT });
  try {
    db.prepare('SELECT count(*) FROM sqlite_schema').get();
    return db;
  } catch (error) {
    db.close();
    const code = String((error as { code?: unknown }).code);
    if (code === 'SQLITE_CANTOPEN' || code.startsWith('SQLITE_READONLY')) return null;
    throw error;
  }
}

/** Copies the database and its write-ahead log. */
function copyFiles(path: string, copy: string): void {
  for (const ending of ['', '-wal', '-journal']) {
    if (!existsSync(path + ending)) continue;
    copyPrivate(path + ending, copy + ending);
  }
}
