/**
 * At most one process computes in a workspace. The claim is an exclusive SQLite transaction on a small file beside the
 * workspace: the operating system drops it with the process, also after `kill -9`, where a stored process id could
 * belong to somebody else by then. Other processes may read the workspace all the while.
 */
import Database from 'better-sqlite3';
import { createPrivate } from '../disk/privateFile.ts';

export interface RunnerLock {
  /**
   * True when this process holds the claim, or gets it within `wait` milliseconds (another may be just opening the
   * file).
   */
  readonly acquire: (wait?: number) => boolean;
  readonly release: () => void;
}

/** Nothing can be computed in a workspace that is not written, so nobody has to be kept out. */
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
