import { randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { hasCode } from './fileReason.ts';
import { makeFolder, syncFolder } from './folders.ts';

/** The name is taken. */
export class FolderExists extends Error {
  override readonly name = 'FolderExists';
}

/**
 * Writes files to a new folder, which is there as a whole or not at all. Throws FolderExists where the name is taken,
 * the system's errors, and what the files throw.
 */
export async function writeFolder(
  path: string,
  files: AsyncIterable<{ readonly name: string; readonly bytes: Uint8Array }>,
): Promise<void> {
  const target = resolve(path);
  makeFolder(dirname(target));
  const temporary = join(dirname(target), `.${basename(target).slice(0, 40)}-${randomBytes(6).toString('hex')}`);
  const folders = new Set([temporary]);
  const written: string[] = [];
  try {
    mkdirSync(temporary);
    for await (const { name, bytes } of files) {
      const file = join(temporary, name);
      if (!folders.has(dirname(file))) mkdirSync(dirname(file), { recursive: true });
      folders.add(dirname(file));
      writeFileSync(file, bytes);
      written.push(file);
    }
    // Together at the end: most are on the disk by then.
    written.forEach(flush);
    folders.forEach(syncFolder);
    renameSync(temporary, target);
    syncFolder(dirname(target));
  } catch (error) {
    rmSync(temporary, { recursive: true, force: true });
    if (hasCode(error, 'ENOTEMPTY', 'EEXIST', 'ENOTDIR')) throw new FolderExists(target, { cause: error });
    throw error;
  }
}

function flush(path: string): void {
  const file = openSync(path, 'r+');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
