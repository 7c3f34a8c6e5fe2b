/** The only way in which the import opens files: images, arrays, labels, eye positions, splits, masks. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { open, realpath, type FileHandle } from 'node:fs/promises';
import { relative, sep } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { FormatError } from '../../../core/formats/formatError.ts';
import type { FileEnds } from '../../../core/formats/pictures/headerSize.ts';
import type { SourceFile } from '../../../core/images/provenance.ts';
import { Cancelled } from '../../cancelled.ts';
import { gunzip, gunzipHead, isGzip, mayBeGzip } from './gunzip.ts';

/** Real paths of the folders that links may lead to; null: anywhere. */
export type Within = readonly string[] | null;

const OUTSIDE = 'it links to a place outside the folders that may be read';

/** True for a real path inside one of the folders. */
export function isWithin(real: string, within: Within): boolean {
  return within?.some((root) => real === root || real.startsWith(root.endsWith(sep) ? root : root + sep)) ?? true;
}

/**
 * The bytes of a regular file of at most `limit` bytes inside `within`; one compressed by gzip is unpacked, within
 * the same limit. Never waits for a pipe or device. Throws FormatError, the system's error, Cancelled.
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
    await recorder.getStore()?.(path, bytes.length, () => digestOf(slicesOf(bytes), signal));
    if (isGzip(path, bytes)) return await gunzip(bytes, limit, signal);
    return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  } catch (error) {
    throw signal?.aborted ? new Cancelled() : error;
  } finally {
    await file.close();
  }
}

type Record = (path: string, bytes: number, digest: () => Promise<string>) => Promise<void>;

const recorder = new AsyncLocalStorage<Record | null>();

/** Bytes hashed per step: some 20 ms. */
const HASHED_AT_ONCE = 2 ** 24;

function* slicesOf(bytes: Uint8Array): Generator<Uint8Array> {
  for (let offset = 0; offset < bytes.length; offset += HASHED_AT_ONCE)
    yield bytes.subarray(offset, offset + HASHED_AT_ONCE);
}

async function digestOf(
  parts: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  signal: AbortSignal | undefined,
): Promise<string> {
  const sum = createHash('sha256');
  for await (const part of parts) {
    sum.update(part);
    if (part.length === HASHED_AT_ONCE) await setImmediate();
    if (signal?.aborted) throw new Cancelled();
  }
  return sum.digest('hex');
}

/**
 * Runs `read`; returns its result and the files that `readLimited` reads meanwhile, in order of their names below
 * `folder`.
 */
export async function recordingReads<T>(
  folder: string,
  read: () => Promise<T>,
): Promise<readonly [T, readonly SourceFile[]]> {
  const files = new Map<string, SourceFile>();
  const answer = await recorder.run(async (path, bytes, digest) => {
    const file = relative(folder, path).replaceAll(sep, '/');
    files.set(file, { file, bytes, hash: await digest() });
  }, read);
  return [answer, [...files.values()].sort((a, b) => (a.file < b.file ? -1 : 1))];
}

/** Runs `read`, and records the file at `path` in place of all that are read meanwhile. Throws as `readLimited`. */
export async function recordingOnly<T>(
  path: string,
  signal: AbortSignal | undefined,
  read: () => Promise<T>,
): Promise<T> {
  const record = recorder.getStore();
  if (record) {
    const file = await openRegular(path, null);
    try {
      const { size } = await file.stat();
      const parts = file.createReadStream({ autoClose: false, highWaterMark: HASHED_AT_ONCE / 16 });
      await record(path, size, () => digestOf(parts, signal));
    } finally {
      await file.close();
    }
  }
  return recorder.run(null, read);
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

/** Compressed bytes that hold the first bytes of a file, after a header of any usual length. */
const COMPRESSED_HEAD = 2 ** 14;

/** As `readHead`; of one compressed by gzip the first unpacked bytes. */
export async function readContentHead(path: string, length: number, within: Within = null): Promise<Uint8Array> {
  const head = await readHead(path, mayBeGzip(path) ? Math.max(length, COMPRESSED_HEAD) : length, within);
  return isGzip(path, head) ? gunzipHead(head, length) : head.subarray(0, length);
}

/** At most `head` first and `tail` last bytes of a regular file, and its length. Throws as `readLimited`. */
export async function readEnds(path: string, head: number, tail: number, within: Within = null): Promise<FileEnds> {
  const file = await openRegular(path, within);
  try {
    const { size } = await file.stat();
    const part = async (from: number): Promise<Uint8Array> => {
      const bytes = new Uint8Array(Math.min(size - from, from === 0 ? head : tail));
      const { bytesRead } = await file.read(bytes, 0, bytes.length, from);
      return bytes.subarray(0, bytesRead);
    };
    const start = await part(0);
    const end = start.length === size ? start.subarray(Math.max(0, size - tail)) : await part(Math.max(0, size - tail));
    return { head: start, tail: end, length: size };
  } finally {
    await file.close();
  }
}

/**
 * Fills `target` with bytes of a regular file, beginning at `from`. Throws as `readLimited`; FormatError if the file
 * ends.
 */
export async function readPart(path: string, from: number, target: Uint8Array): Promise<void> {
  const file = await openRegular(path, null);
  try {
    for (let offset = 0; offset < target.length;) {
      const { bytesRead } = await file.read(target, offset, Math.min(AT_ONCE, target.length - offset), from + offset);
      if (bytesRead === 0) throw new FormatError('the file ended while it was read');
      offset += bytesRead;
    }
  } finally {
    await file.close();
  }
}

const AT_ONCE = 2 ** 26;

/** Opening a pipe without a writer would block forever; the real path, once checked, must not be a link. */
const FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0);

/** Opens a regular file for reading. Throws as `readLimited`. */
export async function openRegular(path: string, within: Within): Promise<FileHandle> {
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
