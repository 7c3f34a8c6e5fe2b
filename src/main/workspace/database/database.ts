/** Opening the SQLite file: what it must be, and how it is brought to the present schema. */
import { accessSync, constants, existsSync, statSync, statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import Database from 'better-sqlite3';
import { createPrivate, openFileNotice } from '../../disk/privateFile.ts';
import { BUSY_WAIT, type Connect, type OpenedDatabase } from './connection.ts';
import { copyDatabase } from './copyDatabase.ts';
import { eachCommit, logDurability } from './durability.ts';
import { WorkspaceError } from '../workspaceErrors.ts';
import { lateStatements } from './lateStatements.ts';
import { migrations, schemaVersion, type Migration } from './migrations.ts';
import { openReadOnly } from './readOnly.ts';

// Whether a file lies on a file system that several machines use, where SQLite's write-ahead log loses data.

/** `f_type` of statfs(2) on Linux. */
const SHARED: ReadonlyMap<number, string> = new Map([
  [0x6969, 'NFS'],
  [0x517b, 'SMB'],
  [0xff534d42, 'SMB'],
  [0xfe534d42, 'SMB'],
  [0x0bd00bd0, 'Lustre'],
  [0x47504653, 'GPFS'],
  [0x19830326, 'BeeGFS'],
  [0x00c36400, 'Ceph'],
  [0x5346414f, 'AFS'],
  [0x7461636f, 'OCFS2'],
  [0x01161970, 'GFS2'],
  [0x01021997, '9P'],
]);

/** Type of the file system of a folder, as statfs(2) gives it. Throws where there is no such folder. */
export type FileSystemType = (folder: string) => number;

const typeOf: FileSystemType = (folder) => statfsSync(folder).type;

/**
 * Name of the shared file system that a file lies on, or null. Known types are those of Linux; of Windows shares the
 * path tells. Elsewhere nothing is recognised.
 */
export function sharedFileSystem(
  path: string,
  type: FileSystemType = typeOf,
  platform: NodeJS.Platform = process.platform,
): string | null {
  if (platform === 'win32') return /^(\\\\|\/\/)(?![?.])/.test(path) ? 'a network share' : null;
  if (platform !== 'linux') return null;
  // Signed on some machines.
  return SHARED.get(type(dirname(path)) >>> 0) ?? null;
}

/** 'EigW': marks a SQLite file as a workspace. */
const APPLICATION_ID = 0x45696757;
/** 'EigB': workspaces of the versions before the first release. */
const BEFORE_RELEASE = 0x45696742;

export interface OpenOptions {
  /** Nothing is written, not even beside the file. @default where the file or its folder cannot be written */
  readonly readOnly?: boolean;
  /** With a rollback journal instead of the write-ahead log. @default on file systems that machines share */
  readonly withoutLog?: boolean;
  /** @default those of this version */
  readonly steps?: readonly Migration[];
  /** Another look at the file system, for tests. */
  readonly fileSystemType?: FileSystemType;
  /** Another way to the file, for tests that let it fail. */
  readonly connect?: Connect;
}

const connectTo: Connect = (path, options) => new Database(path, options);

/**
 * Opens or creates the file and brings its schema up to date, with a copy of an older file as it was. Throws
 * `WorkspaceError` for a file that is no workspace or was written by a newer version, or by one before the first
 * release; such a file is not changed.
 */
export function openDatabase(path: string, options: OpenOptions = {}): OpenedDatabase {
  const { steps = migrations, fileSystemType } = options;
  let durability = eachCommit;
  const connect: Connect = (...file) =>
    lateStatements((options.connect ?? connectTo)(...file), () => durability.change());
  const latest = steps[steps.length - 1]?.version ?? schemaVersion;
  let db: Database.Database | null = null;
  try {
    if (options.readOnly ?? isWriteProtected(path)) {
      return openReadOnly(path, {
        connect,
        check: (found) => requireWorkspace(found, path, latest),
        update: (found) => migrate(found, steps),
        latest,
        shared: sharedFileSystem(path, fileSystemType) !== null,
      });
    }
    createPrivate(path);
    const notices = [openFileNotice(path)].filter((notice) => notice !== null);
    const unclean = ['-wal', '-journal'].some((ending) => sizeOf(path + ending) > 0);
    db = connect(path, { timeout: BUSY_WAIT });
    const version = requireWorkspace(db, path, latest);
    // The file returns the room of deleted rows.
    if (version === 0) db.pragma('auto_vacuum = INCREMENTAL');
    const shared = sharedFileSystem(path, fileSystemType);
    const withoutLog = options.withoutLog ?? shared !== null;
    setJournal(db, path, withoutLog);
    if (!withoutLog) durability = logDurability(db, path);
    if (shared !== null) notices.push(sharedNotice(path, shared));
    db.pragma('foreign_keys = ON');
    // macOS otherwise flushes into the cache of the disk.
    db.pragma('fullfsync = ON');
    // Deleted faces are overwritten, not only forgotten.
    db.pragma('secure_delete = ON');
    db.pragma('cell_size_check = ON');
    if (version > 0 && version < latest) {
      const copy = `${path}.schema-${version}.backup`;
      copyDatabase(db, copy, { replace: true });
      notices.push(
        `The workspace was upgraded from schema ${version} to ${latest}; the file before that is "${copy}".`,
      );
    }
    migrate(db, steps);
    const close = (): void => {
      try {
        durability.settle();
      } finally {
        db!.close();
      }
    };
    return { db, readOnly: false, unclean, notices, flush: durability.flush, close };
  } catch (error) {
    db?.close();
    if (error instanceof WorkspaceError) throw error;
    throw new WorkspaceError(sentence(path, error), { cause: error });
  }
}

/** SQLite writes to the file and beside it. */
function isWriteProtected(path: string): boolean {
  if (!existsSync(path)) return false;
  try {
    accessSync(path, constants.W_OK);
    accessSync(dirname(path), constants.W_OK);
    return false;
  } catch {
    return true;
  }
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

function setJournal(db: Database.Database, path: string, withoutLog: boolean): void {
  if (!withoutLog) {
    // WAL with NORMAL loses nothing when the process is killed, and flushes nothing at a commit: `logDurability` does.
    db.pragma('journal_mode = WAL');
    db.pragma('synchronous = NORMAL');
    return;
  }
  // The index of a write-ahead log is memory that the processes of one machine share.
  const mode = db.pragma('journal_mode = DELETE', { simple: true });
  if (mode !== 'delete') throw new WorkspaceError(`"${path}" is in use by another process.`);
  // FULL leaves the removal of the journal, by which a change is committed, to the system.
  db.pragma('synchronous = EXTRA');
}

function sharedNotice(path: string, fileSystem: string): string {
  return (
    `"${path}" lies on a shared file system (${fileSystem}) and is opened without a write-ahead log: open it on one` +
    ' machine at a time. Cells are stored somewhat slower.'
  );
}

/** The version of a workspace; 0 where the file is new. */
function requireWorkspace(db: Database.Database, path: string, latest: number): number {
  const version = db.pragma('user_version', { simple: true }) as number;
  const tables = db.prepare('SELECT count(*) FROM sqlite_schema').pluck().get() as number;
  const application = db.pragma('application_id', { simple: true }) as number;
  if (application === BEFORE_RELEASE) {
    throw new WorkspaceError(
      `"${path}" was written by a development version of Eigenbench, before its first release, and is not read: ` +
        'import its images again and run its specs in a new workspace.',
    );
  }
  if (tables > 0 && application !== APPLICATION_ID) {
    throw new WorkspaceError(`"${path}" is a SQLite file of another application, not an Eigenbench workspace.`);
  }
  if (version > latest) {
    throw new WorkspaceError(
      `"${path}" was written by a newer version of Eigenbench (schema ${version}, this version knows ${latest}); ` +
        'open it with that version.',
    );
  }
  return version;
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
  if (code === 'SQLITE_FULL' || code === 'ENOSPC') return `"${path}" cannot be opened: the disk is full.`;
  if (code === 'EACCES' || code === 'EPERM' || code.startsWith('SQLITE_READONLY')) {
    return `"${path}" cannot be written: permission denied.`;
  }
  return `"${path}" cannot be opened as a workspace: ${error instanceof Error ? error.message : String(error)}.`;
}
