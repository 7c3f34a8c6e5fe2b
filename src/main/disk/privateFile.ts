/** Files that hold faces or the user's own data: for the user alone, whatever the umask says. */
import { chmodSync, closeSync, constants, copyFileSync, openSync, statSync, utimesSync } from 'node:fs';
import { dirname } from 'node:path';
import { hasCode } from './fileReason.ts';
import { privateFolder, syncFolder } from './folders.ts';

export const OWN_FILE = 0o600;
/** Reading, writing or listing by group or others. */
const OTHERS = 0o077;

/**
 * Creates an empty file, and the folders above it that are missing, readable by their owner only. False where there is
 * a file, which is left as it is. SQLite gives the files beside a database (-wal, -shm, -journal) the mode of the
 * database.
 */
export function createPrivate(path: string): boolean {
  privateFolder(dirname(path));
  try {
    closeSync(openSync(path, 'wx', OWN_FILE));
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false;
    throw error;
  }
  syncFolder(dirname(path));
  return true;
}

/** Gives a file, which is made where there is none, this time of its last change. */
export function touchPrivate(path: string, time: Date): void {
  createPrivate(path);
  utimesSync(path, time, time);
}

/** Copies a file for the time of this process, without a second copy on the disk where the file system can. */
export function copyPrivate(from: string, to: string): void {
  copyFileSync(from, to, constants.COPYFILE_FICLONE);
  // The copy has the mode of the original, which may forbid writing.
  chmodSync(to, OWN_FILE);
}

/** What to say of a file that others can read or write; null where it is private, or the platform has no such modes. */
export function openFileNotice(path: string): string | null {
  if (process.platform === 'win32') return null;
  const { mode } = statSync(path);
  if ((mode & OTHERS) === 0) return null;
  const octal = (mode & 0o777).toString(8).padStart(3, '0');
  return `Other users of this machine can open "${path}" (mode ${octal}): chmod 600 keeps its faces to you.`;
}
