/** Files that hold faces: for the user alone, whatever the umask says. */
import { closeSync, mkdirSync, openSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

const OWN_FILE = 0o600;
const OWN_FOLDER = 0o700;
/** Reading, writing or listing by group or others. */
const OTHERS = 0o077;

/**
 * Creates an empty file, and the folders above it that are missing, readable by their owner only; a file that exists is
 * left as it is. SQLite gives the files beside a database (-wal, -shm, -journal) the mode of the database.
 */
export function createPrivate(path: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: OWN_FOLDER });
  try {
    closeSync(openSync(path, 'wx', OWN_FILE));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

/** What to say of a file that others can read or write; null where it is private, or the platform has no such modes. */
export function openFileNotice(path: string): string | null {
  if (process.platform === 'win32') return null;
  const { mode } = statSync(path);
  if ((mode & OTHERS) === 0) return null;
  const octal = (mode & 0o777).toString(8).padStart(3, '0');
  return `Other users of this machine can open "${path}" (mode ${octal}): chmod 600 keeps its faces to you.`;
}
