/**
 * Where the shell writes what went wrong: a file, as an application without a terminal has no standard error. The
 * engine writes to the same file, in the same form: one JSON object per line.
 */
import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { escapedHidden } from '../../core/text/hidden.ts';

export interface ShellLog {
  /** The file that the user is shown. */
  readonly file: string;
  /** Never throws: an error must not be lost to the attempt to write it down. */
  readonly error: (details: string, what: string) => void;
}

/** Bytes after which a log becomes the old one, in place of the one before. */
const MOST = 2 ** 20;
/** Pino's level of errors. */
const ERROR = 50;

export function shellLog(file: string, most = MOST): ShellLog {
  return {
    file,
    error: (details, msg) => {
      const line = JSON.stringify({ level: ERROR, time: Date.now(), ...(details === '' ? {} : { details }), msg });
      try {
        mkdirSync(dirname(file), { recursive: true });
        if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > most) renameSync(file, `${file}.old`);
        appendFileSync(file, `${escapedHidden(line)}\n`, { mode: 0o600 });
      } catch {
        // A disk that is full or read only: nothing is left to say it with.
      }
    },
  };
}
