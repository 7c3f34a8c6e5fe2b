import { escapedHidden } from '../../../core/text/hidden.ts';
import { print } from '../terminal.ts';
import { isStandardOutput, writeOut } from './writeOut.ts';

const TEXT = /^(text\/|application\/(json|x-tex|x-bibtex)|image\/svg)/;

/** Writes what the engine gave to a file, or to standard output where none is named. */
export async function putFile(file: File, out: string | undefined): Promise<void> {
  const bytes = (out !== undefined && !isStandardOutput(out)) || !TEXT.test(file.type);
  if (bytes) writeOut(out, await file.bytes());
  else print(file.type === 'application/json' ? escapedHidden(await file.text()) : await file.text());
}
