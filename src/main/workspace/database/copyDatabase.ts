import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import Database from 'better-sqlite3';
import { fileReason } from '../../disk/fileReason.ts';
import { privateFolder } from '../../disk/folders.ts';
import { OWN_FILE } from '../../disk/privateFile.ts';
import { FileError, replaceFile } from '../../disk/replaceFile.ts';
import { reasonOfFault, WorkspaceError } from '../workspaceErrors.ts';
import { fileSpace } from './space.ts';

/**
 * Writes a whole database, including its write-ahead log, to a compact separate file: complete, flushed and checked, or
 * absent; a device or a pipe receives the bytes. Other processes may read and write the database meanwhile. The file is
 * private. Throws `WorkspaceError` if the file exists, unless `replace` is set, and if writing fails.
 */
export function copyDatabase(db: Database.Database, target: string, { replace = false } = {}): void {
  if (!replace && statSync(target, { throwIfNoEntry: false })?.isFile()) {
    throw new WorkspaceError(`"${target}" exists already; name another file.`);
  }
  try {
    const { bytes, free } = fileSpace(db);
    privateFolder(dirname(target));
    const make = (temporary: string): void => {
      vacuumInto(db, temporary);
      requireWhole(temporary);
    };
    replaceFile(target, make, { bytes: bytes - free, mode: OWN_FILE });
  } catch (error) {
    const reason = error instanceof FileError ? fileReason(error.cause) : reasonOfFault(error);
    throw new WorkspaceError(`"${target}" cannot be written: ${reason}.`, { cause: error });
  }
}

/** SQLite counts the other file as a write, which a read-only connection refuses. */
function vacuumInto(db: Database.Database, path: string): void {
  const reading = db.pragma('query_only', { simple: true }) === 1;
  if (reading) db.pragma('query_only = OFF');
  try {
    db.prepare('VACUUM INTO ?').run(path);
  } finally {
    if (reading) db.pragma('query_only = ON');
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
