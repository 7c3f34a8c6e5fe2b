/** Files that contain faces or the user's own data: accessible to the user only, whatever the umask. */
import { chmodSync, closeSync, constants, copyFileSync, openSync, statSync, utimesSync } from 'node:fs';
import { dirname } from 'node:path';
import { hasCode } from './fileReason.ts';
import { privateFolder, syncFolder } from './folders.ts';

export const OWN_FILE = 0o600;
/** Access by group or others. */
const OTHERS = 0o077;

/**
 * Creates an empty file and its missing parent folders, accessible to their owner only. Returns false and changes
 * nothing if the file exists. SQLite gives the files next to a database (-wal, -shm, -journal) the mode of the
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

/** Sets the modification time of a file, and creates it if it is missing. */
export function touchPrivate(path: string, time: Date): void {
  createPrivate(path);
  utimesSync(path, time, time);
}

/** Makes a private temporary copy of a file; shares its blocks if the file system can. */
export function copyPrivate(from: string, to: string): void {
  copyFileSync(from, to, constants.COPYFILE_FICLONE);
  // The copy has the mode of the original, which may forbid writing.
  chmodSync(to, OWN_FILE);
}

/** Notice about a file that others can read or write; null if it is private, or if the platform has no such modes. */
export function openFileNotice(path: string): string | null {
  if (process.platform === 'win32') return null;
  const { mode } = statSync(path);
  if ((mode & OTHERS) === 0) return null;
  const octal = (mode & 0o777).toString(8).padStart(3, '0');
  return `Other users of this machine can open "${path}" (mode ${octal}): chmod 600 keeps its faces to you.`;
}
