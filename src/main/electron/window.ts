import { join } from 'node:path';
import { BrowserWindow, dialog, nativeTheme } from 'electron';
import { ORIGIN } from './appProtocol.ts';

/** Opens the application's window; it is shown when its first frame is drawn. */
export function openWindow(preload: string): BrowserWindow {
  const window = new BrowserWindow({
    width: 1280,
    height: 840,
    minWidth: 720,
    minHeight: 480,
    title: 'Eigenbench',
    show: false,
    autoHideMenuBar: true,
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
  window.once('ready-to-show', () => window.show());
  void window.loadURL(`${ORIGIN}/`);
  return window;
}

/** The built preload script, beside the main bundle's folder. */
export function preloadPath(): string {
  return join(import.meta.dirname, '..', 'preload', 'preload.cjs');
}

/** Asks for a folder or file to import; null when dismissed. The path stays in this process. */
export async function chooseNative(kind: 'folder' | 'file', window: BrowserWindow | undefined): Promise<string | null> {
  const options = {
    title: kind === 'folder' ? 'Choose a folder of images' : 'Choose a file of images',
    properties: [kind === 'folder' ? ('openDirectory' as const) : ('openFile' as const)],
  };
  const { canceled, filePaths } = window
    ? await dialog.showOpenDialog(window, options)
    : await dialog.showOpenDialog(options);
  return canceled ? null : (filePaths[0] ?? null);
}
