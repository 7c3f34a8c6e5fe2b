/** Where unexpected errors go. Logging never throws: it must not take the place of the error that it is told of. */
import { appendFileSync, mkdirSync, renameSync, statSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { pino, type Logger } from 'pino';
import { escapedHidden } from '../../core/text/hidden.ts';

/** Standard error, nothing, or a file; of a file at most twice this many bytes are kept, half of them in `….old`. */
export type LogTarget = 'stderr' | 'none' | { readonly file: string };

const MOST_BYTES = 2 ** 20;

export function openLog(target: LogTarget = 'stderr'): Logger {
  if (typeof target === 'object') quietly(() => mkdirSync(dirname(target.file), { recursive: true }));
  const write = typeof target === 'object' ? toFile(target.file) : toStandardError;
  // A terminal would act on escape sequences in names.
  return pino({ enabled: target !== 'none' }, { write: (line) => quietly(() => write(escapedHidden(line))) });
}

/** Desktop applications may be started without standard error, and a pipe may have lost its reader. */
function quietly(write: () => void): void {
  try {
    write();
  } catch {
    // There is nowhere left to tell it.
  }
}

function toStandardError(line: string): void {
  writeSync(2, line);
}

function toFile(file: string): (line: string) => void {
  return (line) => {
    const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
    if (size > 0 && size + line.length > MOST_BYTES) renameSync(file, `${file}.old`);
    appendFileSync(file, line, { mode: 0o600 });
  };
}
