import { closeSync, openSync } from 'node:fs';
import { naming, replaceFile, type ReplaceOptions } from './replaceFile.ts';
import { openStream } from './stream.ts';
import { targetOf } from './outputTarget.ts';
import { writeAt } from './writeAt.ts';

/** Contents of a file; parts are requested one by one, each after the previous one is written. */
export type FileData = string | Uint8Array | Iterable<Uint8Array>;

/**
 * Writes a file atomically: it is complete or unchanged. Follows links; writes to devices and pipes in parts. Throws
 * FileError with one sentence, and the errors of the parts.
 */
export function writeFile(name: string, data: FileData, options: ReplaceOptions = {}): void {
  const parts = partsOf(data);
  const target = naming(name, () => targetOf(name));
  if (target.kind !== 'file') {
    const stream = naming(name, () => openStream(target));
    try {
      for (const part of parts) naming(name, () => stream.write(part));
    } finally {
      stream.close();
    }
    return;
  }
  const bytes = Array.isArray(parts) ? parts.reduce((sum, part) => sum + part.length, 0) : undefined;
  replaceFile(
    name,
    (temporary) => {
      const file = naming(name, () => openSync(temporary, 'r+'));
      try {
        let end = 0;
        for (const part of parts) end = naming(name, () => writeAt(file, part, end));
      } finally {
        closeSync(file);
      }
    },
    { bytes, ...options },
  );
}

/** The parts of the data; text or bytes are a single part. */
export function partsOf(data: FileData): Iterable<Uint8Array> {
  if (typeof data === 'string') return [Buffer.from(data)];
  return data instanceof Uint8Array ? [data] : data;
}
