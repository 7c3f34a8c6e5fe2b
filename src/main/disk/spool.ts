/** Temporary data on the disk: an unlinked file, which disappears when it is closed or the process ends. */
import { closeSync, openSync, readSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ownedFolder } from './ownedName.ts';
import { writeAt } from './writeAt.ts';

export interface Spool {
  /** Appends the values and returns their offset. Throws the error of a full disk. */
  readonly append: (values: Uint8Array | Float64Array) => number;
  /** Reads bytes into `target`. */
  readonly read: (at: number, target: Uint8Array) => void;
  readonly close: () => void;
}

/** A new spool in this folder; until its name is removed, only its owner can read it. */
export function openSpool(folder = tmpdir()): Spool {
  const temporaryFolder = ownedFolder(folder, '.eigenbench-import-');
  const file = openSync(join(temporaryFolder, 'pixels'), 'wx+', 0o600);
  let end = 0;
  let open = true;
  rmSync(temporaryFolder, { recursive: true, force: true });
  return {
    append(values) {
      const offset = end;
      end = writeAt(file, new Uint8Array(values.buffer, values.byteOffset, values.byteLength), offset);
      return offset;
    },
    read(at, target) {
      for (let done = 0; done < target.length;) {
        const count = readSync(file, target, done, target.length - done, at + done);
        if (count === 0) throw new Error('The file of waiting images is shorter than what was written to it.');
        done += count;
      }
    },
    close() {
      if (open) closeSync(file);
      open = false;
    },
  };
}
