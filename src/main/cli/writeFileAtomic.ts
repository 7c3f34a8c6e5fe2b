import { randomBytes } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { Failure } from './errors.ts';
import { fileReason } from '../fileReason.ts';

/**
 * Writes a file that is either complete or as it was before: a temporary file beside it, flushed, then renamed.
 * Throws Failure with one sentence.
 */
export async function writeFileAtomic(path: string, data: string | Uint8Array): Promise<void> {
  const target = resolve(path);
  const temporary = `${target}.${randomBytes(6).toString('hex')}.tmp`;
  try {
    const file = await open(temporary, 'wx');
    try {
      await file.writeFile(data);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, target);
  } catch (error) {
    await rm(temporary, { force: true });
    throw new Failure(`${path} cannot be written: ${fileReason(error)}`);
  }
}
