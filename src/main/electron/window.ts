import { join } from 'node:path';
import { readFileSync } from 'node:fs';
import { BrowserWindow, nativeTheme, app } from 'electron';
import { z } from 'zod';
import { ORIGIN } from './appProtocol.ts';
import { iconPath } from './identity.ts';
import type { ShellLog } from './shellLog.ts';
import { watchPage } from './pageFailures.ts';
import type { UserSettings } from '../../core/contract/settings.ts';
import { OWN_FILE } from '../disk/privateFile.ts';
import { writeFile } from '../disk/writeFile.ts';

/** Milliseconds after which the window is shown, whether its page has been drawn or not. */
export const SHOWN_AFTER = 5000;

/** Creates the application's window; it is shown when its first frame is drawn. `loadPage` fills it. */
export function openWindow(preload: string): BrowserWindow {
  const window = new BrowserWindow({
    // Electron stores size, position and display mode under this name.
    name: 'main',
    windowStatePersistence: true,
    width: 1280,
    height: 840,
    minWidth: 720,
    minHeight: 480,
    title: 'Eigenbench',
    icon: iconPath(),
    show: false,
    backgroundColor: nativeTheme.shouldUseDarkColors ? '#16181b' : '#ffffff',
    webPreferences: {
      preload,
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webviewTag: false,
      webSecurity: true,
      spellcheck: false,
    },
  });
  const show = (): void => {
    clearTimeout(late);
    if (!window.isDestroyed()) window.show();
  };
  const late = setTimeout(show, SHOWN_AFTER);
  window.once('ready-to-show', show);
  window.once('closed', () => clearTimeout(late));
  return window;
}

/** Loads the page from its start. A failure is an event of the page, handled by `watchPage`. */
export function loadPage(window: BrowserWindow): void {
  window.loadURL(`${ORIGIN}/`).catch(() => undefined);
}

/** The built preload script, next to the main bundle's folder. */
export function preloadPath(): string {
  return join(import.meta.dirname, '..', 'preload', 'preload.cjs');
}

/** Brings a window to the front. */
export function focusWindow(window: BrowserWindow): void {
  if (window.isMinimized()) window.restore();
  window.show();
  window.focus();
}

// The only window of the application, opened on demand.

export interface MainWindow {
  /** Opens the window if there is none. */
  readonly require: () => void;
  /** Opens the window if necessary, and brings it to the front. */
  readonly focus: () => void;
  /** Loads the page from its start. */
  readonly load: () => void;
  readonly hide: () => void;
}

export interface MainWindowOptions {
  /** The preload script of its page. */
  readonly preload: string;
  readonly log: ShellLog;
  /** Whether the application is certain to exit, which allows windows to close. */
  readonly isEnding: () => boolean;
  readonly onOpened: (window: BrowserWindow) => void;
  /** Whether the application keeps running without windows. @default true on macOS */
  readonly staysWithoutWindows?: boolean;
}

export function mainWindow({
  preload,
  log,
  isEnding,
  onOpened,
  staysWithoutWindows = process.platform === 'darwin',
}: MainWindowOptions): MainWindow {
  let window: BrowserWindow | null = null;

  function open(): BrowserWindow {
    const opened = openWindow(preload);
    window = opened;
    opened.on('closed', () => {
      window = null;
    });
    // Closing the last window quits, and quitting may be cancelled: the window stays until that is decided.
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

// The user's theme for everything that the page does not draw: title bar, dialogs, menus, and the window's background
// before the first frame. The setting is stored in the workspace, which is not open yet when the window is; the profile
// contains a copy.

type Theme = UserSettings['theme'];

const schema = z.object({ theme: z.enum(['system', 'light', 'dark']) });

/** The theme that the last run stored in the profile; "system" if none is readable. */
export function rememberedTheme(profile: string): Theme {
  try {
    return schema.parse(JSON.parse(readFileSync(fileOf(profile), 'utf8'))).theme;
  } catch {
    return 'system';
  }
}

/** Applies a theme to the frame, and stores it for the next start if it has changed. */
export function setTheme(profile: string, theme: Theme): void {
  nativeTheme.themeSource = theme;
  if (theme !== rememberedTheme(profile)) writeFile(fileOf(profile), JSON.stringify({ theme }), { mode: OWN_FILE });
}

function fileOf(profile: string): string {
  return join(profile, 'frame.json');
}
