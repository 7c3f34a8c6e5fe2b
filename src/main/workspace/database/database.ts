/** Opens the SQLite file: validates it and migrates it to the current schema. */
import { accessSync, constants, existsSync, statSync, statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import Database from 'better-sqlite3';
import { createPrivate, openFileNotice } from '../../disk/privateFile.ts';
import { BUSY_WAIT, type Connect, type OpenedDatabase } from './connection.ts';
import { copyDatabase } from './copyDatabase.ts';
import { eachCommit, logDurability, reportChanges } from './durability.ts';
import { WorkspaceError } from '../workspaceErrors.ts';
import { migrations, schemaVersion, type Migration } from './migrations.ts';
import { openReadOnly } from './readOnly.ts';

// Detects shared file systems, where SQLite's write-ahead log loses data.

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

/** Type of the file system of a folder, as returned by statfs(2). Throws if the folder does not exist. */
export type FileSystemType = (folder: string) => number;

const typeOf: FileSystemType = (folder) => statfsSync(folder).type;

/**
 * Name of the shared file system of a file, or null. Recognises the types of Linux, and Windows shares by their path;
 * other systems are not recognised.
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
/** 'EigB': workspaces of versions before the first release. */
const BEFORE_RELEASE = 0x45696742;

export interface OpenOptions {
  /** Writes nothing, not even next to the file. @default if the file or its folder cannot be written */
  readonly readOnly?: boolean;
  /** Uses a rollback journal instead of the write-ahead log. @default on shared file systems */
  readonly withoutLog?: boolean;
  /** @default those of this version */
  readonly steps?: readonly Migration[];
  /** Replaces the check of the file system, in tests. */
  readonly fileSystemType?: FileSystemType;
  /** Replaces the connection, in tests of its failures. */
  readonly connect?: Connect;
}

const connectTo: Connect = (path, options) => new Database(path, options);

/**
 * Opens or creates the file and migrates its schema, after copying an older file. Throws `WorkspaceError` for a file
 * that is not a workspace or was written by a newer version, or by one before the first release; such a file is not
 * changed.
 */
export function openDatabase(path: string, options: OpenOptions = {}): OpenedDatabase {
  const { steps = migrations, fileSystemType } = options;
  let durability = eachCommit;
  const connect: Connect = (...file) =>
    reportChanges((options.connect ?? connectTo)(...file), () => durability.change());
  const latest = steps[steps.length - 1]?.version ?? schemaVersion;
  let db: Database.Database | null = null;
  try {
    if (options.readOnly ?? isWriteProtected(path)) {
      return openReadOnly(path, {
        connect,
        check: (connection) => requireWorkspace(connection, path, latest),
        update: (connection) => migrate(connection, steps),
        latest,
        shared: sharedFileSystem(path, fileSystemType) !== null,
      });
    }
    createPrivate(path);
    const notices = [openFileNotice(path)].filter((notice) => notice !== null);
    const unclean = ['-wal', '-journal'].some((ending) => sizeOf(path + ending) > 0);
    db = connect(path, { timeout: BUSY_WAIT });
    const version = requireWorkspace(db, path, latest);
    // The file returns the space of deleted rows.
    if (version === 0) db.pragma('auto_vacuum = INCREMENTAL');
    const shared = sharedFileSystem(path, fileSystemType);
    const withoutLog = options.withoutLog ?? shared !== null;
    setJournal(db, path, withoutLog);
    if (!withoutLog) durability = logDurability(db, path);
    if (shared !== null) notices.push(sharedNotice(path, shared));
    db.pragma('foreign_keys = ON');
    // By default macOS flushes only into the disk's cache.
    db.pragma('fullfsync = ON');
    // Deleted faces are overwritten.
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

/** SQLite writes to the file and next to it. */
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
    // WAL with NORMAL loses nothing if the process is killed, and does not flush at a commit: `logDurability` does.
    db.pragma('journal_mode = WAL');
    db.pragma('synchronous = NORMAL');
    return;
  }
  // The index of a write-ahead log is shared memory of one machine.
  const mode = db.pragma('journal_mode = DELETE', { simple: true });
  if (mode !== 'delete') throw new WorkspaceError(`"${path}" is in use by another process.`);
  // FULL would leave the removal of the journal, which commits a change, to the system.
  db.pragma('synchronous = EXTRA');
}

function sharedNotice(path: string, fileSystem: string): string {
  return (
    `"${path}" lies on a shared file system (${fileSystem}) and is opened without a write-ahead log: open it on one` +
    ' machine at a time. Cells are stored somewhat slower.'
  );
}

/** The version of a workspace; 0 if the file is new. */
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
    // Reads the version inside the transaction: another process may be opening the same new file.
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
