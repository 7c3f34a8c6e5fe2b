/**
 * What can go wrong with a page: it does not load, its preload script throws, its process ends or hangs. It is loaded
 * again once; if that does not help, the user decides, and is told where the log is.
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

/** Chromium's code of a load that another one replaced. */
const ABORTED = -3;
/** A page that fails again within so many milliseconds is not loaded again by itself. */
const SPAN = 60_000;

/** Watches the page of a window. `load` loads it from the start. */
export function watchPage(window: BrowserWindow, load: () => void, log: ShellLog): void {
  const { webContents } = window;
  const again = attempts(1, SPAN);
  let asking = false;
  /** The user has asked for the process of a hanging page to be ended. */
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
    // A hanging page does not take part in a reload. Its end is an event, upon which it is loaded.
    webContents.forcefullyCrashRenderer();
  });
}

/** Offers to load a page that hangs again, for as long as it hangs. */
function watchAnswering(window: BrowserWindow, log: ShellLog, again: () => void): void {
  let question: AbortController | null = null;
  window.on('unresponsive', () => {
    if (question !== null) return;
    log.error('', 'The page does not answer.');
    const asked = new AbortController();
    question = asked;
    void dialog
      .showMessageBox(window, {
        type: 'warning',
        message: 'The page does not answer.',
        detail: 'Reloading loses unsaved input. Running studies are not affected.',
        buttons: ['Wait', 'Load the page again'],
        defaultId: 0,
        cancelId: 0,
        signal: asked.signal,
      })
      .then(({ response }) => {
        if (question === asked) question = null;
        if (response === 1 && !asked.signal.aborted && !window.isDestroyed()) again();
      });
  });
  window.on('responsive', () => {
    question?.abort();
    question = null;
  });
}
