/**
 * Where the shell writes what went wrong: a file, as an application without a terminal has no standard error. The
 * engine writes to the same file, in the same form: one JSON object per line.
 */
import { app, dialog } from 'electron';
import { escapedHidden } from '../../core/text/hiddenCharacters.ts';
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

// Errors that nothing expected: written to the log; the application ends rather than going on in an unknown state.

/** @param close closes the workspace, as far as that is still possible */
export function watchFaults(log: ShellLog, close: () => Promise<void>): void {
  let ending = false;
  process.on('uncaughtException', (error) => {
    log.error(error.stack ?? String(error), 'Uncaught exception.');
    if (ending) return;
    ending = true;
    dialog.showErrorBox(
      'Eigenbench has to end',
      `${error.message}\n\nFinished cells are kept. Details are in ${log.file}.`,
    );
    const exit = (): void => app.exit(1);
    setTimeout(exit, 5000);
    void close().then(exit, exit);
  });
  // Electron goes on after these, and so does the shell: a call that failed has an owner who saw it fail.
  process.on('unhandledRejection', (reason) => {
    log.error(reason instanceof Error ? (reason.stack ?? reason.message) : String(reason), 'Unhandled rejection.');
  });
  app.on('child-process-gone', (_event, { type, reason, exitCode, name }) => {
    if (reason !== 'clean-exit') log.error(`${reason}, exit code ${exitCode}`, `${name ?? type} ended unexpectedly.`);
  });
}
