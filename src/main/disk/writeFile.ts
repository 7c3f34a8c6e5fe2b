import { closeSync, openSync } from 'node:fs';
import { naming, replaceFile, type ReplaceOptions } from './replaceFile.ts';
import { openStream } from './stream.ts';
import { targetOf } from './outputTarget.ts';
import { writeAt } from './writeAt.ts';

/** What a file is written from; parts are asked for one after the other, each when the one before is written. */
export type FileData = string | Uint8Array | Iterable<Uint8Array>;

/**
 * Writes a file that is either complete or as it was before; through links, and into devices and pipes part by part.
 * Throws FileError with one sentence, and what the parts throw.
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

/** The parts of what is written, those of a text or of bytes in a list. */
export function partsOf(data: FileData): Iterable<Uint8Array> {
  if (typeof data === 'string') return [Buffer.from(data)];
  return data instanceof Uint8Array ? [data] : data;
}
