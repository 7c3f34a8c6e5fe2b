import { writeSync } from 'node:fs';

/** Writes all of the bytes at a place of an open file, and answers where they end. Throws the system's errors. */
export function writeAt(file: number, bytes: Uint8Array, start: number): number {
  for (let done = 0; done < bytes.length;) done += writeSync(file, bytes, done, bytes.length - done, start + done);
  return start + bytes.length;
}
