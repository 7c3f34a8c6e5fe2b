import { randomBytes } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { Failure } from './errors.ts';
import { fileReason } from '../fileReason.ts';

/**
 * Writes a file that is either complete or as it was before: a temporary file beside it, flushed, then renamed. Parts
 * are asked for one after the other, each when the one before is written. Throws Failure with one sentence, and what
 * the parts throw.
 */
export async function writeFileAtomic(path: string, data: string | Uint8Array | Iterable<Uint8Array>): Promise<void> {
  const target = resolve(path);
  const temporary = `${target}.${randomBytes(6).toString('hex')}.tmp`;
  const source = typeof data === 'string' || data instanceof Uint8Array ? [data] : data;
  let making = false;
  try {
    const file = await open(temporary, 'wx');
    try {
      const parts = source[Symbol.iterator]();
      for (;;) {
        making = true;
        const next = parts.next();
        making = false;
        if (next.done) break;
        await file.writeFile(next.value);
      }
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, target);
  } catch (error) {
    await rm(temporary, { force: true });
    if (making) throw error;
    throw new Failure(`${path} cannot be written: ${fileReason(error)}`);
  }
}
