/** Folders that are made, and what was done to the names in them brought to the disk. */
import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { hasCode } from './fileReason.ts';

const OWN_FOLDER = 0o700;

/** Makes a folder, and those above it that are missing, which only their owner can open. */
export function privateFolder(path: string): void {
  make(path, OWN_FOLDER);
}

/** Makes a folder that the user asked for, and those above it that are missing, with the modes of the system. */
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
 * Brings the names in a folder to the disk: without it a file that was made or renamed there may be gone after a power
 * failure, however often itself was flushed. Windows has no such call.
 */
export function syncFolder(path: string): void {
  if (process.platform === 'win32') return;
  let folder: number;
  try {
    folder = openSync(path, 'r');
  } catch (error) {
    // A folder may be written to and not read.
    if (hasCode(error, 'EACCES', 'EPERM')) return;
    throw error;
  }
  try {
    fsyncSync(folder);
  } catch (error) {
    // Some file systems, of networks and in user space, know it for files only.
    if (!hasCode(error, 'EINVAL', 'ENOTSUP', 'ENOSYS')) throw error;
  } finally {
    closeSync(folder);
  }
}

/** Puts `fresh` in the place of `folder`. Where another process does the same at the same moment, one of them wins. */
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
