/** Opening the SQLite file: what it must be, and how it is brought to the present schema. */
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import Database from 'better-sqlite3';
import { WorkspaceError } from './faults.ts';
import { migrations, schemaVersion, type Migration } from './migrations.ts';

/** 'EigB': marks a SQLite file as a workspace. */
const APPLICATION_ID = 0x45696742;

/**
 * Opens or creates the file and brings its schema up to date. Throws `WorkspaceError` for a file that is no workspace
 * or was written by a newer version; such a file is not changed.
 */
export function openDatabase(path: string, steps: readonly Migration[] = migrations): Database.Database {
  const latest = steps[steps.length - 1]?.version ?? schemaVersion;
  let db: Database.Database | null = null;
  try {
    mkdirSync(dirname(path), { recursive: true });
    db = new Database(path, { timeout: 10_000 });
    requireWorkspace(db, path, latest);
    // WAL with NORMAL loses nothing when the process is killed, and at most the last cells when the power fails.
    db.pragma('journal_mode = WAL');
    db.pragma('synchronous = NORMAL');
    db.pragma('foreign_keys = ON');
    migrate(db, steps);
    return db;
  } catch (error) {
    db?.close();
    if (error instanceof WorkspaceError) throw error;
    throw new WorkspaceError(sentence(path, error), { cause: error });
  }
}

function requireWorkspace(db: Database.Database, path: string, latest: number): void {
  const version = db.pragma('user_version', { simple: true }) as number;
  const tables = db.prepare('SELECT count(*) FROM sqlite_schema').pluck().get() as number;
  const isOurs = (db.pragma('application_id', { simple: true }) as number) === APPLICATION_ID;
  if (tables > 0 && !isOurs) {
    throw new WorkspaceError(`"${path}" is a SQLite file of another application, not an Eigenbench workspace.`);
  }
  if (version > latest) {
    throw new WorkspaceError(
      `"${path}" was written by a newer version of Eigenbench (schema ${version}, this version knows ${latest}); ` +
        'open it with that version.',
    );
  }
}

function migrate(db: Database.Database, steps: readonly Migration[]): void {
  for (const step of steps) {
    // The version is read inside the transaction: another process may be opening the same new file.
    db.transaction(() => {
      if ((db.pragma('user_version', { simple: true }) as number) >= step.version) return;
      db.exec(step.sql);
      db.pragma(`application_id = ${APPLICATION_ID}`);
      db.pragma(`user_version = ${step.version}`);
    }).immediate();
  }
}

function sentence(path: string, error: unknown): string {
  const code = (error as { code?: string }).code ?? '';
  if (code === 'SQLITE_NOTADB') return `"${path}" is not an Eigenbench workspace.`;
  if (code.startsWith('SQLITE_CORRUPT')) return `"${path}" is damaged and cannot be opened.`;
  if (code.startsWith('SQLITE_BUSY')) return `"${path}" is in use by another process.`;
  if (code === 'EACCES' || code === 'EPERM' || code.startsWith('SQLITE_READONLY')) {
    return `"${path}" cannot be written: permission denied.`;
  }
  return `"${path}" cannot be opened as a workspace: ${error instanceof Error ? error.message : String(error)}.`;
}
