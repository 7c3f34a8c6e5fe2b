/** Errors that nothing expected: written to the log; the application ends rather than going on in an unknown state. */
import { app, dialog } from 'electron';
import type { ShellLog } from '../shellLog.ts';

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
