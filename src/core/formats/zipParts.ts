/** Writing ZIP archives part by part: no more of an entry is held than the part that is written. */
import { Zip, ZipDeflate, ZipPassThrough } from 'fflate';

export interface ZipContent {
  readonly name: string;
  readonly content: Iterable<Uint8Array>;
  /** As it is: what is compressed already. @default deflated */
  readonly stored?: boolean;
}

/** The parts of the archive in order, each made as it is asked for. The same entries give the same bytes. */
export function* zipParts(entries: Iterable<ZipContent>): Iterable<Uint8Array<ArrayBuffer>> {
  const ready: Uint8Array<ArrayBuffer>[] = [];
  const archive = new Zip((error, part) => {
    if (error) throw error;
    ready.push(part as Uint8Array<ArrayBuffer>);
  });
  for (const { name, content, stored = false } of entries) {
    const entry = stored ? new ZipPassThrough(name) : new ZipDeflate(name, { level: 6 });
    // ZIP has no time zone: local midnight is the same stamp everywhere.
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
