/** Creates folders and flushes changes of their entries to the disk. */
import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { hasCode } from './fileReason.ts';

const OWN_FOLDER = 0o700;

/** Creates a folder and its missing parents, accessible to their owner only. */
export function privateFolder(path: string): void {
  make(path, OWN_FOLDER);
}

/** Creates a folder requested by the user and its missing parents, with the system's default modes. */
export function makeFolder(path: string): void {
  make(path);
}

function make(path: string, mode?: number): void {
  const first = mkdirSync(path, { recursive: true, mode });
  if (first === undefined) return;
  for (let folder = resolve(path); ; folder = dirname(folder)) {
    syncFolder(dirname(folder));
    if (folder.length <= resolve(first).length) return;
  }
}

/**
 * Flushes the entries of a folder to the disk. Otherwise a file that was created or renamed in it may be lost in a
 * power failure, even if the file itself was flushed. Windows has no such call.
 */
export function syncFolder(path: string): void {
  if (process.platform === 'win32') return;
  let folder: number;
  try {
    folder = openSync(path, 'r');
  } catch (error) {
    // A folder may be writable but not readable.
    if (hasCode(error, 'EACCES', 'EPERM')) return;
    throw error;
  }
  try {
    fsyncSync(folder);
  } catch (error) {
    // Some network and user-space file systems support it for files only.
    if (!hasCode(error, 'EINVAL', 'ENOTSUP', 'ENOSYS')) throw error;
  } finally {
    closeSync(folder);
  }
}

/** Replaces `folder` by `fresh`. If another process does the same concurrently, one of them wins. */
export function replaceFolder(folder: string, fresh: string): void {
  const old = `${fresh}-old`;
  rename(folder, old, 'ENOENT');
  rename(fresh, folder, 'ENOTEMPTY', 'EEXIST');
  for (const path of [old, fresh]) rmSync(path, { recursive: true, force: true });
}

function rename(from: string, to: string, ...ignored: readonly string[]): void {
  try {
    renameSync(from, to);
  } catch (error) {
    if (!hasCode(error, ...ignored)) throw error;
  }
}
