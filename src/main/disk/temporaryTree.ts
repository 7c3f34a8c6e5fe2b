/** Folders of temporary files, which disappear with the process or, if it was killed, at the next start. */
import { createHash } from 'node:crypto';
import { closeSync, mkdirSync, mkdtempSync, openSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { writeAt } from './writeAt.ts';

export interface TemporaryTree {
  /** Path of the folder, which only its owner can read. */
  readonly path: string;
  /** A new file at a path relative to the folder, with its folders. Throws the system's errors, EEXIST for a second. */
  readonly create: (name: string) => TemporaryFile;
  readonly remove: () => void;
}

export interface TemporaryFile {
  /** Appends. Throws the system's errors. */
  readonly write: (bytes: Uint8Array) => void;
  readonly close: () => void;
}

/** Names state machine and process: those of another machine with the same folder may be in use. */
const PREFIX = `eigenbench-unpacked-${createHash('sha256').update(hostname()).digest('hex').slice(0, 8)}-`;

/** A new folder in the folder for temporary files. */
export function temporaryTree(): TemporaryTree {
  const path = mkdtempSync(join(tmpdir(), `${PREFIX}${process.pid}-`));
  const folders = new Set([path]);
  return {
    path,
    create(name) {
      const target = join(path, name);
      const folder = dirname(target);
      if (!folders.has(folder)) mkdirSync(folder, { recursive: true });
      folders.add(folder);
      const file = openSync(target, 'wx', 0o600);
      let end = 0;
      return {
        write(bytes) {
          end = writeAt(file, bytes, end);
        },
        close: () => closeSync(file),
      };
    },
    remove: () => rmSync(path, { recursive: true, force: true }),
  };
}

/** Bytes that may still be written to the folder for temporary files. */
export function temporarySpace(): number {
  const { bavail, bsize } = statfsSync(tmpdir());
  return bavail * bsize;
}

/** Removes the folders of processes that have ended without doing so. */
export function removeAbandonedTrees(): void {
  for (const name of readdirSync(tmpdir())) {
    const pid = name.startsWith(PREFIX) ? Number.parseInt(name.slice(PREFIX.length), 10) : NaN;
    if (pid > 0 && !isRunning(pid)) rmSync(join(tmpdir(), name), { recursive: true, force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
