/** Writes ZIP archives part by part: memory holds only the part that is being written. */
import { Zip, ZipDeflate, ZipPassThrough } from 'fflate';

export interface ZipContent {
  readonly name: string;
  readonly content: Iterable<Uint8Array>;
  /** Stored uncompressed, for data that are compressed already. @default deflated */
  readonly stored?: boolean;
}

/** The parts of the archive in order, generated lazily. Equal entries give equal bytes. */
export function* zipParts(entries: Iterable<ZipContent>): Iterable<Uint8Array<ArrayBuffer>> {
  const ready: Uint8Array<ArrayBuffer>[] = [];
  const archive = new Zip((error, part) => {
    if (error) throw error;
    ready.push(part as Uint8Array<ArrayBuffer>);
  });
  for (const { name, content, stored = false } of entries) {
    const entry = stored ? new ZipPassThrough(name) : new ZipDeflate(name, { level: 6 });
    // ZIP has no time zone: local midnight gives the same stamp everywhere.
    entry.mtime = new Date(1980, 0, 1);
    archive.add(entry);
    for (const part of content) {
      entry.push(part);
      yield* ready.splice(0);
    }
    entry.push(new Uint8Array(0), true);
  }
  archive.end();
  yield* ready;
}
