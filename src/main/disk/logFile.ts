/** Log files. They are not flushed, because their loss is harmless. */
import { appendFileSync, renameSync, statSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { privateFolder } from './folders.ts';
import { OWN_FILE } from './privateFile.ts';

/** Bytes after which a log replaces the previous old log. */
const MOST = 2 ** 20;

/** Appends a line to a log. Keeps at most twice `most` bytes, half of them in `….old`. Throws the system's errors. */
export function appendToLog(file: string, line: string, most = MOST): void {
  privateFolder(dirname(file));
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (size > 0 && size + line.length > most) renameSync(file, `${file}.old`);
  appendFileSync(file, line, { mode: OWN_FILE });
}

/** Writes synchronously, even in a process that is ending. Throws the system's errors. */
export function toStandardError(line: string): void {
  writeSync(2, line);
}
