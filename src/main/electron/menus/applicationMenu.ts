/** The application menu as data: what the platform expects by roles, what is ours by commands. */
import type { MenuItemConstructorOptions } from 'electron';

type Item = MenuItemConstructorOptions;

/** What items of our own do. */
export interface MenuActions {
  readonly newStudy: () => void;
  readonly importDataset: () => void;
  readonly openWorkspace: () => void;
  readonly settings: () => void;
  readonly palette: () => void;
  readonly find: () => void;
  readonly manual: () => void;
  readonly keys: () => void;
  readonly showLog: () => void;
  readonly about: () => void;
}

export interface MenuHost {
  readonly platform: NodeJS.Platform;
  /** Releases have neither developer tools nor a reload, which would end a running import. */
  readonly packaged: boolean;
}

const line: Item = { type: 'separator' };

/** The template of the menu bar. */
export function menuTemplate(actions: MenuActions, { platform, packaged }: MenuHost): Item[] {
  const mac = platform === 'darwin';
  const settings: Item = { label: mac ? 'Settings…' : 'Settings', accelerator: 'CmdOrCtrl+,', click: actions.settings };
  const about: Item = { label: 'About Eigenbench', click: actions.about };
  const application: Item = {
    label: 'Eigenbench',
    submenu: [
      about,
      line,
      settings,
      line,
      { role: 'services' },
      line,
      { role: 'hide' },
      { role: 'hideOthers' },
      { role: 'unhide' },
      line,
      { role: 'quit' },
    ],
  };
  const file: Item = {
    label: '&File',
    submenu: [
      { label: 'New study', accelerator: 'CmdOrCtrl+N', click: actions.newStudy },
      { label: 'Import a dataset', accelerator: 'CmdOrCtrl+I', click: actions.importDataset },
      { label: 'Open a workspace…', accelerator: 'CmdOrCtrl+O', click: actions.openWorkspace },
      line,
      ...(mac ? [{ role: 'close' } as const] : [settings, line, { role: 'quit' } as const]),
    ],
  };
  const edit: Item = {
    label: '&Edit',
    submenu: [
      { role: 'undo' },
      { role: 'redo' },
      line,
      { role: 'cut' },
      { role: 'copy' },
      { role: 'paste' },
      { role: 'selectAll' },
      line,
      { label: 'Find…', accelerator: 'CmdOrCtrl+F', click: actions.find },
    ],
  };
  const view: Item = {
    label: '&View',
    submenu: [
      // The page takes this key itself; the menu only shows it.
      { label: 'Command palette', accelerator: 'CmdOrCtrl+K', registerAccelerator: false, click: actions.palette },
      line,
      { role: 'resetZoom' },
      { role: 'zoomIn' },
      { role: 'zoomOut' },
      line,
      { role: 'togglefullscreen' },
      ...(packaged ? [] : [line, { role: 'reload' } as const, { role: 'toggleDevTools' } as const]),
    ],
  };
  const help: Item = {
    role: 'help',
    submenu: [
      // The page takes this key itself, too.
      { label: 'Manual', accelerator: 'F1', registerAccelerator: false, click: actions.manual },
      { label: 'Keyboard shortcuts', click: actions.keys },
      { label: 'Show log', click: actions.showLog },
      ...(mac ? [] : [line, about]),
    ],
  };
  return [...(mac ? [application] : []), file, edit, view, { role: 'windowMenu' }, help];
}
