/** Files compressed by gzip, `faces.csv.gz` or `faces.tgz`: they are read as what they hold, within limits. */
import { basename } from 'node:path';
import { Readable } from 'node:stream';
import { constants, createGunzip } from 'node:zlib';
import { canInflateTo } from '../../../core/formats/inflate.ts';
import { FormatError } from '../../../core/formats/formatError.ts';
import { bytes as bytesText } from '../../../core/text/phrases.ts';
import { Cancelled } from '../../cancelled.ts';

const ENDING = /\.t?gz$/i;

/** Bytes that any file may unpack to, and the ratio beyond which a larger one is no data of images. */
const [SMALL, MAX_RATIO] = [2 ** 28, 100];

/** Length of the parts that are unpacked at once. */
const PART = 2 ** 18;

/** "faces.csv" of "/data/faces.csv.gz"; of other paths the last name. */
export function plainName(path: string): string {
  return basename(path).replace(ENDING, '');
}

/** True if the name ends as the names of gzip files do. */
export function mayBeGzip(path: string): boolean {
  return ENDING.test(path);
}

/** True if a file has the name and the first bytes of a gzip file. */
export function isGzip(path: string, head: Uint8Array): boolean {
  return mayBeGzip(path) && hasGzipSignature(head);
}

/** True if the bytes begin like a gzip file. */
export function hasGzipSignature(head: Uint8Array): boolean {
  return head[0] === 0x1f && head[1] === 0x8b;
}

/**
 * All decompressed bytes, at most `limit`. Throws FormatError for a damaged file and for one that unpacks to more, or
 * to a hundred times its size and more than 256 MiB; Cancelled.
 */
export async function gunzip(bytes: Uint8Array, limit: number, signal?: AbortSignal): Promise<Uint8Array> {
  const most = Math.min(limit, Math.max(SMALL, MAX_RATIO * bytes.length));
  // The last four bytes state the length; of several files in one they state that of the last.
  const stated = bytes.length < 18 ? 0 : new DataView(bytes.buffer, bytes.byteOffset).getUint32(bytes.length - 4, true);
  let result = new Uint8Array(stated <= most && canInflateTo(bytes.length, stated) ? stated : Math.min(PART, most));
  let length = 0;
  for await (const part of partsIn(bytes)) {
    if (signal?.aborted) throw new Cancelled();
    if (length + part.length > most) {
      throw new FormatError(
        `expected at most ${bytesText(most)} unpacked, found more; unpack it with gunzip and import that file`,
      );
    }
    if (length + part.length > result.length) {
      const larger = new Uint8Array(Math.min(most, Math.max(2 * result.length, length + part.length)));
      larger.set(result.subarray(0, length));
      result = larger;
    }
    result.set(part, length);
    length += part.length;
  }
  return result.subarray(0, length);
}

async function* partsIn(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  try {
    yield* Readable.from([bytes]).pipe(createGunzip({ chunkSize: PART })) as AsyncIterable<Buffer>;
  } catch (error) {
    throw new FormatError(`expected a whole gzip file, found a damaged one (${(error as Error).message})`);
  }
}

/**
 * The first decompressed bytes, at most `length`, of a file of which `bytes` are the first. Throws FormatError if none
 * can be unpacked.
 */
export async function gunzipHead(bytes: Uint8Array, length: number): Promise<Uint8Array> {
  const parts: Buffer[] = [];
  let total = 0;
  try {
    const unpacked = Readable.from([bytes]).pipe(createGunzip({ finishFlush: constants.Z_SYNC_FLUSH }));
    for await (const part of unpacked as AsyncIterable<Buffer>) {
      parts.push(part);
      total += part.length;
      if (total >= length) break;
    }
  } catch {
    // What was unpacked before the damage tells the kind of file.
  }
  return total === 0 ? gunzip(bytes, length) : new Uint8Array(Buffer.concat(parts).subarray(0, length));
}
