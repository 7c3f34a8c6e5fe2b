/** The one way in which the import opens what is not a folder: images, arrays, labels, eye positions, splits, masks. */
import { constants } from 'node:fs';
import { open, realpath, type FileHandle } from 'node:fs/promises';
import { sep } from 'node:path';
import { FormatError } from '../../../core/formats/error.ts';
import { Cancelled } from '../../cancelled.ts';

/** Real paths of the folders that links may lead to; null: anywhere. */
export type Within = readonly string[] | null;

const OUTSIDE = 'it links to a place outside the folders that may be read';

/** True for a real path inside one of the folders. */
export function isWithin(real: string, within: Within): boolean {
  return within?.some((root) => real === root || real.startsWith(root.endsWith(sep) ? root : root + sep)) ?? true;
}

/**
 * The bytes of a regular file of at most `limit` bytes inside `within`. Never waits for a pipe or device. Throws
 * FormatError, the system's error, Cancelled.
 */
export async function readLimited(
  path: string,
  limit: number,
  signal?: AbortSignal,
  within: Within = null,
): Promise<Uint8Array> {
  const file = await openRegular(path, within);
  try {
    const { size } = await file.stat();
    if (size === 0) throw new FormatError('the file is empty');
    if (size > limit) throw new FormatError(`expected at most ${limit} bytes, found a file of ${size}`);
    const bytes = await file.readFile({ signal });
    return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  } catch (error) {
    throw signal?.aborted ? new Cancelled() : error;
  } finally {
    await file.close();
  }
}

/** The first bytes of a regular file, at most `length`. Throws as `readLimited`; an empty file has none. */
export async function readHead(path: string, length: number, within: Within = null): Promise<Uint8Array> {
  const file = await openRegular(path, within);
  try {
    const head = new Uint8Array(length);
    const { bytesRead } = await file.read(head, 0, length, 0);
    return head.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** Opening a pipe without a writer would wait for ever; the real path, once checked, is no link any more. */
const FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0);

async function openRegular(path: string, within: Within): Promise<FileHandle> {
  const real = await realpath(path);
  if (!isWithin(real, within)) throw new FormatError(OUTSIDE);
  const file = await open(real, FLAGS);
  try {
    const facts = await file.stat();
    if (facts.isDirectory()) throw new FormatError('it is a folder');
    if (!facts.isFile()) throw new FormatError('it is a pipe, socket or device');
    return file;
  } catch (error) {
    await file.close();
    throw error;
  }
}
