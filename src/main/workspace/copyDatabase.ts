import { randomBytes } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import Database from 'better-sqlite3';
import { createPrivate } from './privateFile.ts';
import { reasonOfFault, WorkspaceError } from './faults.ts';

/**
 * Writes all of a database, also what stands in its write-ahead log only, to a compact file of its own: complete,
 * flushed and checked, or not there at all. Other processes may read and write the database meanwhile. The file is
 * private. Throws `WorkspaceError` where there is a file already, unless `replace` says otherwise, and where writing
 * fails.
 */
export function copyDatabase(db: Database.Database, target: string, { replace = false } = {}): void {
  const path = resolve(target);
  if (!replace && existsSync(path)) throw new WorkspaceError(`"${target}" exists already; name another file.`);
  const temporary = `${path}.${randomBytes(6).toString('hex')}.tmp`;
  try {
    createPrivate(temporary);
    vacuumInto(db, temporary);
    flush(temporary);
    requireWhole(temporary);
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw new WorkspaceError(`"${target}" cannot be written: ${reasonOfFault(error)}.`, { cause: error });
  }
}

/** SQLite counts the other file as a write, which a connection that only reads refuses. */
function vacuumInto(db: Database.Database, path: string): void {
  const reading = db.pragma('query_only', { simple: true }) === 1;
  if (reading) db.pragma('query_only = OFF');
  try {
    db.prepare('VACUUM INTO ?').run(path);
  } finally {
    if (reading) db.pragma('query_only = ON');
  }
}

/** VACUUM INTO leaves that to the system. */
function flush(path: string): void {
  const file = openSync(path, 'r+');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

function requireWhole(path: string): void {
  const copy = new Database(path, { readonly: true });
  try {
    const answer = copy.pragma('quick_check(1)', { simple: true });
    if (answer !== 'ok') throw new WorkspaceError(`the copy is damaged (${String(answer)})`);
  } finally {
    copy.close();
  }
}
