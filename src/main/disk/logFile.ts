/** Logs. Nothing is flushed: what they tell of is no loss. */
import { appendFileSync, renameSync, statSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { privateFolder } from './folders.ts';
import { OWN_FILE } from './privateFile.ts';

/** Bytes after which a log becomes the old one, in place of the one before. */
const MOST = 2 ** 20;

/**
 * Appends a line to a log, of which at most twice `most` bytes are kept, half of them in `….old`. Throws the system's
 * errors.
 */
export function appendToLog(file: string, line: string, most = MOST): void {
  privateFolder(dirname(file));
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (size > 0 && size + line.length > most) renameSync(file, `${file}.old`);
  appendFileSync(file, line, { mode: OWN_FILE });
}

/** Writes at once, also in a process that ends. Throws the system's errors. */
export function toStandardError(line: string): void {
  writeSync(2, line);
}
