/**
 * At most one process computes in a workspace. The lock is an exclusive SQLite transaction on a small file next to the
 * workspace: the operating system releases it with the process, even after `kill -9`, whereas a stored process id could
 * have been reused by another process. Other processes can still read the workspace.
 */
import Database from 'better-sqlite3';
import { createPrivate } from '../disk/privateFile.ts';

export interface RunnerLock {
  /**
   * True if this process holds the lock, or gets it within `wait` milliseconds (another may be just opening the file).
   */
  readonly acquire: (wait?: number) => boolean;
  readonly release: () => void;
}

/** A read-only workspace computes nothing and needs no lock. */
export const noRunnerLock: RunnerLock = { acquire: () => true, release: () => undefined };

export function runnerLock(workspacePath: string): RunnerLock {
  let db: Database.Database | null = null;
  return {
    acquire(wait = 0) {
      if (db) return true;
      const path = `${workspacePath}-runner`;
      createPrivate(path);
      const candidate = new Database(path, { timeout: wait });
      try {
        candidate.exec('BEGIN EXCLUSIVE');
      } catch (error) {
        candidate.close();
        if (String((error as { code?: string }).code).startsWith('SQLITE_BUSY')) return false;
        throw error;
      }
      db = candidate;
      return true;
    },
    release() {
      db?.close();
      db = null;
    },
  };
}
