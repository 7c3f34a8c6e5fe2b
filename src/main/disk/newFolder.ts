import { closeSync, mkdirSync, openSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { hasCode } from './fileReason.ts';
import { flushFileSync } from './flush.ts';
import { makeFolder, syncFolder } from './folders.ts';
import { ownedName, sweepOnce } from './ownedName.ts';
import { writeAt } from './writeAt.ts';

/** Thrown if the name is taken. */
export class FolderExists extends Error {
  override readonly name = 'FolderExists';
}

/**
 * Writes files to a new folder, which is complete or absent. Throws FolderExists if the name is taken, the system's
 * errors, and the errors of the files' producers.
 */
export async function writeFolder(
  path: string,
  files: AsyncIterable<{ readonly name: string; readonly bytes: Uint8Array }>,
): Promise<void> {
  const target = resolve(path);
  makeFolder(dirname(target));
  const temporary = join(dirname(target), `.${basename(target).slice(0, 40)}-${ownedName()}`);
  sweepOnce(dirname(target));
  const folders = new Set([temporary]);
  const written: string[] = [];
  try {
    mkdirSync(temporary);
    for await (const { name, bytes } of files) {
      const file = join(temporary, name);
      if (!folders.has(dirname(file))) mkdirSync(dirname(file), { recursive: true });
      folders.add(dirname(file));
      writeNew(file, bytes);
      written.push(file);
    }
    // Flushed together at the end: most are on the disk by then.
    written.forEach(flushFileSync);
    folders.forEach(syncFolder);
    renameSync(temporary, target);
    syncFolder(dirname(target));
  } catch (error) {
    rmSync(temporary, { recursive: true, force: true });
    if (hasCode(error, 'ENOTEMPTY', 'EEXIST', 'ENOTDIR')) throw new FolderExists(target, { cause: error });
    throw error;
  }
}

function writeNew(path: string, bytes: Uint8Array): void {
  const file = openSync(path, 'wx');
  try {
    writeAt(file, bytes, 0);
  } finally {
    closeSync(file);
  }
}
