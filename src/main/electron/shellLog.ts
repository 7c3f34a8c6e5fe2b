/**
 * Where the shell writes what went wrong: a file, as an application without a terminal has no standard error. The
 * engine writes to the same file, in the same form: one JSON object per line.
 */
import { escapedHidden } from '../../core/text/hidden.ts';
import { appendToLog } from '../disk/logFile.ts';

export interface ShellLog {
  /** The file that the user is shown. */
  readonly file: string;
  /** Never throws: an error must not be lost to the attempt to write it down. */
  readonly error: (details: string, what: string) => void;
}

/** Pino's level of errors. */
const ERROR = 50;

/** Of the file at most twice `most` bytes are kept. @default 1 MiB */
export function shellLog(file: string, most?: number): ShellLog {
  return {
    file,
    error: (details, msg) => {
      const line = JSON.stringify({ level: ERROR, time: Date.now(), ...(details === '' ? {} : { details }), msg });
      try {
        appendToLog(file, `${escapedHidden(line)}\n`, most);
      } catch {
        // A disk that is full or read only: nothing is left to say it with.
      }
    },
  };
}
