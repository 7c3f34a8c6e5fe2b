import { createHash } from 'node:crypto';
import { partsOfFile } from './stream.ts';

/** SHA-256 (hex) of the bytes of a file. Throws the system's errors. */
export function fileHash(path: string): string {
  const hash = createHash('sha256');
  for (const part of partsOfFile(path)) hash.update(part);
  return hash.digest('hex');
}
