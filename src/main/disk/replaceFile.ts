/**
 * The only way to write a file that other programs read: atomically, so the file is complete or unchanged. Follows
 * links and replaces their target; writes to devices and pipes directly.
 */
import {
  accessSync,
  closeSync,
  constants,
  fchmodSync,
  fchownSync,
  fsyncSync,
  openSync,
  renameSync,
  rmSync,
  type Stats,
  statfsSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { bytes } from '../../core/text/phrases.ts';
import { fileReason, hasCode } from './fileReason.ts';
import { syncFolder } from './folders.ts';
import { ownedName, sweepOnce } from './ownedName.ts';
import { openStream, partsOfFile } from './stream.ts';
import { targetOf } from './outputTarget.ts';
import { temporaryFolder } from './temporaryTree.ts';

/** A file cannot be written; the message is one sentence with its name. */
export class FileError extends Error {
  override readonly name = 'FileError';
}

export interface ReplaceOptions {
  /** Expected size: refused before the first byte is written if the disk has less room. @default unknown */
  readonly bytes?: number;
  /** Mode of a new file; an existing file keeps its mode. @default set by the umask */
  readonly mode?: number;
  /** The file is not written again; replaces an existing file even if it is write-protected. */
  readonly sealed?: boolean;
}

/** Readable and writable by all, less the umask. */
const USUAL = 0o666;
const SEALED = 0o400;

/**
 * Calls `make` to fill an empty temporary file, flushes it, and renames it to `name`. Leaves nothing behind on failure.
 * Throws FileError, and the errors of `make`.
 */
export function replaceFile(name: string, make: (temporary: string) => void, options: ReplaceOptions = {}): void {
  const target = naming(name, () => targetOf(name));
  if (target.kind !== 'file') {
    const folder = naming(name, temporaryFolder);
    try {
      const whole = join(folder, basename(name));
      naming(name, () => closeSync(openSync(whole, 'wx', 0o600)));
      make(whole);
      naming(name, () => pour(whole, target));
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
    return;
  }
  const { path, existing } = target;
  const folder = dirname(path);
  // Names have at most 255 bytes.
  const temporary = join(folder, `${basename(path).slice(0, 40)}.${ownedName()}.tmp`);
  sweepOnce(folder);
  try {
    naming(name, () => {
      if (existing && !options.sealed) accessSync(path, constants.W_OK);
      requireRoom(folder, options.bytes ?? 0);
      closeSync(openSync(temporary, 'wx', existing ? 0o600 : (options.mode ?? USUAL)));
    });
    make(temporary);
    naming(name, () => {
      finish(temporary, existing, options);
      renameSync(temporary, path);
      syncFolder(folder);
    });
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

/** Gives the new file the mode and owner of the old one, and flushes it to the disk. */
function finish(path: string, existing: Stats | null, { sealed }: ReplaceOptions): void {
  const file = openSync(path, 'r+');
  try {
    if (existing && process.platform !== 'win32') {
      keepOwner(file, existing);
      fchmodSync(file, existing.mode & 0o7777);
    }
    if (sealed) fchmodSync(file, SEALED);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** Only the superuser can do this, and needs it when writing the files of others. */
function keepOwner(file: number, { uid, gid }: Stats): void {
  if (uid === process.geteuid?.() && gid === process.getegid?.()) return;
  try {
    fchownSync(file, uid, gid);
  } catch (error) {
    if (!hasCode(error, 'EPERM')) throw error;
  }
}

function pour(path: string, target: Parameters<typeof openStream>[0]): void {
  const stream = openStream(target);
  try {
    for (const part of partsOfFile(path)) stream.write(part);
  } finally {
    stream.close();
  }
}

/** Runs a step of writing; names the file in the system's errors. */
export function naming<T>(name: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw new FileError(`${name} cannot be written: ${fileReason(error)}`, { cause: error });
  }
}

/** Throws Error if the disk of a folder has less room for this user. */
export function requireRoom(folder: string, needed: number): void {
  const { blocks, bavail, bsize } = statfsSync(folder);
  const free = bavail * bsize;
  // File systems without accounting report no blocks.
  if (blocks === 0 || needed <= free) return;
  throw new Error(`the disk has ${bytes(free)} left, and it takes ${bytes(needed)}`);
}
