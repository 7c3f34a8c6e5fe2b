import { statSync } from 'node:fs';
import { WorkspaceError } from './faults.ts';

/**
 * A check that the file at `path` still is the one that it was: an open database whose name has gone takes every write
 * without a word, and loses all of them when it is closed. The check throws `WorkspaceError`.
 */
export function presenceOf(path: string): () => void {
  const identity = (): string | null => {
    const found = statSync(path, { bigint: true, throwIfNoEntry: false });
    return found ? `${found.dev} ${found.ino}` : null;
  };
  const opened = identity();
  return () => {
    const now = identity();
    if (now === opened) return;
    const fate = now === null ? 'deleted or moved' : 'replaced by another file';
    throw new WorkspaceError(`The workspace "${path}" was ${fate} while it was open; nothing can be kept in it.`);
  };
}
