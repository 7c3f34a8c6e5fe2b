/** The one window of the application, opened when it is wanted. */
import { app, type BrowserWindow } from 'electron';
import type { ShellLog } from '../shellLog.ts';
import { focusWindow, loadPage, openWindow, preloadPath } from '../window.ts';
import { watchPage } from './pageFailures.ts';

export interface MainWindow {
  /** Opens the window where there is none. */
  readonly require: () => void;
  /** The same, and brings it to the front. */
  readonly focus: () => void;
  /** Loads the page from its start. */
  readonly load: () => void;
  readonly hide: () => void;
}

export interface MainWindowOptions {
  readonly log: ShellLog;
  /** Whether the application is bound to end, so that windows may close. */
  readonly isEnding: () => boolean;
  readonly onOpened: (window: BrowserWindow) => void;
  /** Where the application lives on without windows. @default macOS */
  readonly staysWithoutWindows?: boolean;
}

export function mainWindow({
  log,
  isEnding,
  onOpened,
  staysWithoutWindows = process.platform === 'darwin',
}: MainWindowOptions): MainWindow {
  let window: BrowserWindow | null = null;

  function open(): BrowserWindow {
    const opened = openWindow(preloadPath());
    window = opened;
    opened.on('closed', () => {
      window = null;
    });
    // Closing the last window quits, and quitting may be called off: the window stays until that is decided.
    opened.on('close', (event) => {
      if (staysWithoutWindows || isEnding()) return;
      event.preventDefault();
      app.quit();
    });
    watchPage(opened, () => loadPage(opened), log);
    loadPage(opened);
    onOpened(opened);
    return opened;
  }

  app.on('window-all-closed', () => {
    if (!staysWithoutWindows) app.quit();
  });
  app.on('activate', () => focusWindow(window ?? open()));
  return {
    require: () => void (window ?? open()),
    focus: () => focusWindow(window ?? open()),
    load: () => {
      if (window) loadPage(window);
    },
    hide: () => window?.hide(),
  };
}
