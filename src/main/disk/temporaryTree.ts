/** Folders of temporary files, which disappear with the process or, if it was killed, at the next start. */
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { OWNER } from './ownedName.ts';
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

/** A new folder in the folder for temporary files, which only its owner can read; the caller removes it. */
export function temporaryFolder(): string {
  return mkdtempSync(join(tmpdir(), `eigenbench-${OWNER}`));
}

/** A new folder in the folder for temporary files. */
export function temporaryTree(): TemporaryTree {
  const path = temporaryFolder();
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
