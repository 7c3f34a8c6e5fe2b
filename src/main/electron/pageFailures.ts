/**
 * Handles failures of a page: it does not load, its preload script throws, its process ends or hangs. Reloads the page
 * once; if that does not help, the user decides and learns where the log is.
 */
import { app, dialog, type BrowserWindow } from 'electron';
import type { ShellLog } from './shellLog.ts';

/** Limits automatic retries to a number per time span. */
export function attempts(most: number, span: number, now: () => number = Date.now): () => boolean {
  let taken: readonly number[] = [];
  return () => {
    taken = taken.filter((moment) => now() - moment < span);
    if (taken.length >= most) return false;
    taken = [...taken, now()];
    return true;
  };
}

/** Chromium's code for a load that was replaced by another one. */
const ABORTED = -3;
/** Milliseconds within which a second failure is not followed by an automatic reload. */
const SPAN = 60_000;

/** Watches the page of a window. `load` loads it from the start. */
export function watchPage(window: BrowserWindow, load: () => void, log: ShellLog): void {
  const { webContents } = window;
  const again = attempts(1, SPAN);
  let asking = false;
  /** The user has requested the end of a hanging page's process. */
  let ended = false;

  const fail = (what: string, details: string): void => {
    log.error(details, what);
    if (window.isDestroyed()) return;
    if (again()) load();
    else if (!asking) void ask(what);
  };

  async function ask(what: string): Promise<void> {
    asking = true;
    window.show();
    const { response } = await dialog.showMessageBox(window, {
      type: 'error',
      message: what,
      detail: `The engine is not affected: running studies continue, and finished cells are kept. The log is in ${log.file}.`,
      buttons: ['Load the page again', 'Quit'],
      defaultId: 0,
      cancelId: 0,
    });
    asking = false;
    if (response === 1) app.quit();
    else if (!window.isDestroyed()) load();
  }

  webContents.on('did-fail-load', (_event, code, description, address, isMainFrame) => {
    if (isMainFrame && code !== ABORTED) fail('The page could not be loaded.', `${description} (${code}): ${address}`);
  });
  webContents.on('preload-error', (_event, path, error) => {
    fail('The page could not be connected.', `${path}: ${error.stack ?? error.message}`);
  });
  webContents.on('render-process-gone', (_event, { reason, exitCode }) => {
    if (ended) {
      ended = false;
      load();
    } else if (reason !== 'clean-exit') fail('The page ended unexpectedly.', `${reason}, exit code ${exitCode}`);
  });
  watchAnswering(window, log, () => {
    ended = true;
    // A hanging page cannot reload itself. The event of its end triggers the reload.
    webContents.forcefullyCrashRenderer();
  });
}

/** Offers to reload a page that hangs, as long as it hangs. */
function watchAnswering(window: BrowserWindow, log: ShellLog, again: () => void): void {
  let question: AbortController | null = null;
  window.on('unresponsive', () => {
    if (question !== null) return;
    log.error('', 'The page does not answer.');
    const controller = new AbortController();
    question = controller;
    void dialog
      .showMessageBox(window, {
        type: 'warning',
        message: 'The page does not answer.',
        detail: 'Reloading loses unsaved input. Running studies are not affected.',
        buttons: ['Wait', 'Load the page again'],
        defaultId: 0,
        cancelId: 0,
        signal: controller.signal,
      })
      .then(({ response }) => {
        if (question === controller) question = null;
        if (response === 1 && !controller.signal.aborted && !window.isDestroyed()) again();
      });
  });
  window.on('responsive', () => {
    question?.abort();
    question = null;
  });
}
