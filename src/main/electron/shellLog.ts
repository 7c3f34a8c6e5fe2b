/**
 * Error log of the shell: a file, because an application without a terminal has no standard error. The engine writes to
 * the same file, in the same form: one JSON object per line.
 */
import { app, dialog } from 'electron';
import { escapedHidden } from '../../core/text/hiddenCharacters.ts';
import { appendToLog } from '../disk/logFile.ts';

export interface ShellLog {
  /** The file that the user is shown. */
  readonly file: string;
  /** Never throws, so the error being logged is not lost. */
  readonly error: (details: string, what: string) => void;
}

/** Pino's level of errors. */
const ERROR = 50;

/** Keeps at most twice `most` bytes. @default 1 MiB */
export function shellLog(file: string, most?: number): ShellLog {
  return {
    file,
    error: (details, msg) => {
      const line = JSON.stringify({ level: ERROR, time: Date.now(), ...(details === '' ? {} : { details }), msg });
      try {
        appendToLog(file, `${escapedHidden(line)}\n`, most);
      } catch {
        // The disk is full or read-only; the error cannot be reported.
      }
    },
  };
}

// Unexpected errors: logged; the application exits instead of continuing in an unknown state.

/** @param close closes the workspace if still possible */
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
  // Electron continues after these, as does the shell: the caller of a failed call has seen the failure.
  process.on('unhandledRejection', (reason) => {
    log.error(reason instanceof Error ? (reason.stack ?? reason.message) : String(reason), 'Unhandled rejection.');
  });
  app.on('child-process-gone', (_event, { type, reason, exitCode, name }) => {
    if (reason !== 'clean-exit') log.error(`${reason}, exit code ${exitCode}`, `${name ?? type} ended unexpectedly.`);
  });
}
