/** Decompresses a gzip file up to a limit, because a small file may expand without bound. */
import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { FormatError } from '../../../core/formats/formatError.ts';

/** The first `length` decompressed bytes, or fewer if the data end before; then the whole file is verified. */
export async function gunzipPrefix(bytes: Uint8Array, length: number): Promise<Uint8Array> {
  const result = new Uint8Array(length);
  let filled = 0;
  try {
    for await (const part of Readable.from([bytes]).pipe(createGunzip()) as AsyncIterable<Buffer>) {
      const kept = part.subarray(0, length - filled);
      result.set(kept, filled);
      filled += kept.length;
      if (filled === length) break;
    }
  } catch (error) {
    throw new FormatError(`expected a whole gzip file, found a damaged one (${(error as Error).message})`);
  }
  return result.subarray(0, filled);
}
