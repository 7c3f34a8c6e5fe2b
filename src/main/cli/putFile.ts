import { writeFileAtomic } from './writeFileAtomic.ts';

/** Writes what the engine gave to a file, or to standard output where none is named. */
export async function putFile(file: File, out: string | undefined): Promise<void> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (out === undefined) process.stdout.write(bytes);
  else await writeFileAtomic(out, bytes);
}
