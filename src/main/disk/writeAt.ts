import { writeSync } from 'node:fs';

/** Writes all bytes at an offset of an open file, and returns the end offset. Throws the system's errors. */
export function writeAt(file: number, bytes: Uint8Array, start: number): number {
  for (let done = 0; done < bytes.length;) done += writeSync(file, bytes, done, bytes.length - done, start + done);
  return start + bytes.length;
}
