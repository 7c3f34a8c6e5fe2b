/** Packed files, unpacked as far as somebody asks: what a small file unpacks to has no bound of its own. */
import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { FormatError } from '../../../core/formats/formatError.ts';

/** The first `length` bytes of what is packed, or fewer where it ends before; all of it is verified then. */
export async function gunzipPrefix(bytes: Uint8Array, length: number): Promise<Uint8Array> {
  const result = new Uint8Array(length);
  let found = 0;
  try {
    for await (const part of Readable.from([bytes]).pipe(createGunzip()) as AsyncIterable<Buffer>) {
      const kept = part.subarray(0, length - found);
      result.set(kept, found);
      found += kept.length;
      if (found === length) break;
    }
  } catch (error) {
    throw new FormatError(`expected a whole gzip file, found a damaged one (${(error as Error).message})`);
  }
  return result.subarray(0, found);
}
