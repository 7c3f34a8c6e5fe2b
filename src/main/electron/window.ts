import { join } from 'node:path';
import { BrowserWindow, nativeTheme } from 'electron';
import { ORIGIN } from './appProtocol.ts';
import { iconPath } from './start/identity.ts';

/** Milliseconds after which the window is shown, whether its page has drawn anything or not. */
export const SHOWN_AFTER = 5000;

/** Makes the application's window; it is shown when its first frame is drawn. `loadPage` fills it. */
export function openWindow(preload: string): BrowserWindow {
  const window = new BrowserWindow({
    // Under this name Electron keeps size, place and display mode from run to run.
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

/** Loads the page from its start. A failure is an event of the page, which `watchPage` hears. */
export function loadPage(window: BrowserWindow): void {
  window.loadURL(`${ORIGIN}/`).catch(() => undefined);
}

/** The built preload script, beside the main bundle's folder. */
export function preloadPath(): string {
  return join(import.meta.dirname, '..', 'preload', 'preload.cjs');
}

/** Brings a window to the front. */
export function focusWindow(window: BrowserWindow): void {
  if (window.isMinimized()) window.restore();
  window.show();
  window.focus();
}
