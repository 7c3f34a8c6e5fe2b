/** Flushes a file to the disk, whichever process has written it; ignores a missing file. */
import { closeSync, fdatasyncSync, openSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { hasCode } from './fileReason.ts';

/** Runs off the calling thread. Throws the system's errors. */
export async function flushFile(path: string): Promise<void> {
  let file;
  try {
    file = await open(path, 'r+');
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return;
    throw error;
  }
  try {
    await file.datasync();
  } finally {
    await file.close();
  }
}

/** Throws the system's errors. */
export function flushFileSync(path: string): void {
  let file: number;
  try {
    file = openSync(path, 'r+');
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return;
    throw error;
  }
  try {
    fdatasyncSync(file);
  } finally {
    closeSync(file);
  }
}
