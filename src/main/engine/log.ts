/** Where unexpected errors go. Logging never throws: it must not take the place of the error that it is told of. */
import { pino, type Logger } from 'pino';
import { escapedHidden } from '../../core/text/hidden.ts';
import { appendToLog, toStandardError } from '../disk/logFile.ts';

/** Standard error, nothing, or a file. */
export type LogTarget = 'stderr' | 'none' | { readonly file: string };

export function openLog(target: LogTarget = 'stderr'): Logger {
  const write = typeof target === 'object' ? (line: string) => appendToLog(target.file, line) : toStandardError;
  // A terminal would act on escape sequences in names.
  return pino({ enabled: target !== 'none' }, { write: (line) => quietly(() => write(escapedHidden(line))) });
}

/** Desktop applications may be started without standard error, and a pipe may have lost its reader. */
function quietly(write: () => void): void {
  try {
    write();
  } catch {
    // Logging failed; ignore.
  }
}
