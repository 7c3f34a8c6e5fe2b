import { escapedHidden } from '../../core/text/hidden.ts';
import { print, printBytes } from './terminal.ts';
import { writeFileAtomic } from './writeFileAtomic.ts';

/** Writes what the engine gave to a file, or to standard output where none is named. */
export async function putFile(file: File, out: string | undefined): Promise<void> {
  if (out !== undefined) return writeFileAtomic(out, await file.bytes());
  if (file.type === 'application/zip') printBytes(await file.bytes());
  else print(file.type === 'application/json' ? escapedHidden(await file.text()) : await file.text());
}
