/** Readers of archives: ZIP, tar, and tar compressed by gzip. */
import { readSync } from 'node:fs';
import { basename } from 'node:path';
import { pipeline, Readable, Transform } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { createTarDecoder, type TarHeader } from 'modern-tar';
import { FormatError } from '../../../core/formats/formatError.ts';
import type { Steps } from '../../../core/formats/cooperativeSteps.ts';
import { isZip, zipEntries, type ZipEntry, type ZipSource } from '../../../core/formats/zip.ts';
import { Cancelled } from '../../cancelled.ts';
import { hasGzipSignature, mayBeGzip, plainName } from '../decode/gunzip.ts';
import { openRegular, readContentHead, type Within } from '../decode/readLimited.ts';
import { runInTimeSlices } from '../../timeSlices.ts';
import type { Watch } from '../source.ts';
import { ImportError } from '../types.ts';
import { entryName, type ArchiveEntry, type Unpacking } from './unpacking.ts';

/** Formats that are unpacked; a tar may be compressed by gzip. */
export type ArchiveKind = 'zip' | 'tar';

type OpenFile = Awaited<ReturnType<typeof openRegular>>;

/** ZIP archives that are one file to their users: arrays of NumPy, documents, programs, PyTorch's models. */
const ONE_FILE = /\.(npz|docx|xlsx|pptx|od[tsp]|jar|apk|whl|pth?|keras)$/i;

/** The kind of archive at `path`, by its first bytes; null for other files. Throws FormatError, the system's errors. */
export async function archiveKind(path: string, within: Within = null): Promise<ArchiveKind | null> {
  const head = await readContentHead(path, TAR_HEADER, within);
  if (isZip(head)) return ONE_FILE.test(plainName(path)) || mayBeGzip(path) ? null : 'zip';
  return isTarHeader(head) ? 'tar' : null;
}

const TAR_HEADER = 512;

/** True for a header of tar: it states the sum of its bytes, in which this number counts as blanks. */
function isTarHeader(head: Uint8Array): boolean {
  if (head.length < TAR_HEADER) return false;
  const [from, to] = [148, 156];
  const stated = Buffer.from(head.subarray(from, to)).toString('latin1');
  if (!/^ *[0-7]+[\0 ]*$/.test(stated)) return false;
  const blanks = new Uint8Array(to - from).fill(0x20);
  const sum = [head.subarray(0, from), blanks, head.subarray(to)].reduce(
    (total, bytes) => bytes.reduce((partial, byte) => partial + byte, total),
    0,
  );
  return sum === Number.parseInt(stated, 8);
}

/** Writes the files of an archive. Throws FormatError that names the damaged entry, ImportError, Cancelled. */
export async function unpackArchive(path: string, kind: ArchiveKind, into: Unpacking, watch: Watch): Promise<void> {
  const file = await openRegular(path, null);
  try {
    const { size } = await file.stat();
    if (kind === 'tar') await unpackTar(file, size, into, watch);
    else await runInTimeSlices(unpackZip(basename(path), sourceOf(file, size), into), watch.signal, watch.onShare);
  } finally {
    await file.close();
  }
}

function sourceOf({ fd }: OpenFile, length: number): ZipSource {
  return {
    length,
    read(from, to) {
      const bytes = new Uint8Array(Math.max(0, Math.min(to, length) - from));
      for (let offset = 0; offset < bytes.length;) {
        const count = readSync(fd, bytes, offset, bytes.length - offset, from + offset);
        if (count === 0) throw new FormatError('the file ended while it was read');
        offset += count;
      }
      return bytes;
    },
  };
}

/** Bytes written per step: some milliseconds. */
const WRITTEN_AT_ONCE = 2 ** 24;

function* unpackZip(name: string, source: ZipSource, into: Unpacking): Steps<void> {
  const entries = zipEntries(source);
  const locked = entries.find(({ encrypted }) => encrypted);
  if (locked) {
    throw new ImportError(
      `${name} is encrypted ("${entryName(locked.name)}"). Unpack it with its password, and import its folder.`,
    );
  }
  const total = entries.reduce((sum, { size }) => sum + size, 0);
  let done = 0;
  for (const entry of entries) {
    const file = into.open({ name: entry.name, type: typeOf(entry), size: entry.size });
    if (file !== null) {
      try {
        const bytes = yield* entry.read();
        for (let offset = 0; offset < bytes.length; offset += WRITTEN_AT_ONCE) {
          file.write(bytes.subarray(offset, offset + WRITTEN_AT_ONCE));
          yield;
        }
      } finally {
        file.close();
      }
    }
    done += entry.size;
    yield total > 0 ? done / total : undefined;
  }
}

const [TYPE_BITS, REGULAR, LINK] = [0o170000, 0o100000, 0o120000];

function typeOf({ name, unixMode }: ZipEntry): ArchiveEntry['type'] {
  if (/[\\/]$/.test(name)) return 'folder';
  const bits = unixMode & TYPE_BITS;
  if (bits === 0 || bits === REGULAR) return 'file';
  return bits === LINK ? 'link' : 'other';
}

/** Bytes read at once. */
const READ_AT_ONCE = 2 ** 18;

async function unpackTar(file: OpenFile, size: number, into: Unpacking, watch: Watch): Promise<void> {
  let last = '';
  try {
    for await (const { header, body } of await tarEntries(file, size, watch)) {
      last = header.name;
      // Much may be unpacked from what is read already.
      if (watch.signal?.aborted) throw new Cancelled();
      const target = into.open({ name: header.name, type: tarType(header), size: header.size });
      if (target === null) {
        await body.cancel();
        continue;
      }
      try {
        for await (const part of body) {
          if (watch.signal?.aborted) throw new Cancelled();
          target.write(part);
        }
      } finally {
        target.close();
      }
    }
  } catch (error) {
    if (watch.signal?.aborted) throw new Cancelled();
    // Errors of zlib have codes, too, but no system call.
    if (error instanceof ImportError || (error as NodeJS.ErrnoException).syscall !== undefined) throw error;
    const place = last === '' ? '' : ` at "${entryName(last)}"`;
    throw new FormatError(`expected a whole tar archive, found a damaged one${place} (${(error as Error).message})`);
  }
}

/** The entries in order, each to be read or cancelled before the next. */
async function tarEntries(
  file: OpenFile,
  size: number,
  { signal, onShare }: Watch,
): Promise<ReturnType<typeof createTarDecoder>['readable']> {
  const head = new Uint8Array(2);
  await file.read(head, 0, head.length, 0);
  let count = 0;
  const counted = new Transform({
    transform(part: Buffer, _, done) {
      count += part.length;
      onShare?.(count / size);
      done(signal?.aborted ? new Cancelled() : null, part);
    },
  });
  const bytes = file.createReadStream({ autoClose: false, start: 0, highWaterMark: READ_AT_ONCE });
  const unpacked = hasGzipSignature(head)
    ? pipeline(bytes, counted, createGunzip({ chunkSize: READ_AT_ONCE }), () => undefined)
    : pipeline(bytes, counted, () => undefined);
  return (Readable.toWeb(unpacked) as ReadableStream<Uint8Array>).pipeThrough(createTarDecoder({ strict: true }));
}

function tarType({ type, pax }: TarHeader): ArchiveEntry['type'] {
  if (type === 'directory') return 'folder';
  if (type === 'symlink' || type === 'link') return 'link';
  // Sparse files list the places of their parts.
  const isSparse = Object.keys(pax ?? {}).some((key) => key.startsWith('GNU.sparse'));
  return type === 'file' && !isSparse ? 'file' : 'other';
}
