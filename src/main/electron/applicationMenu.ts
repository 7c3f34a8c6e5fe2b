/** The application menu as data: roles for the platform's items, commands for the application's own. */
import { type MenuItemConstructorOptions, app, BrowserWindow, Menu, type ContextMenuParams } from 'electron';

type Item = MenuItemConstructorOptions;

/** Actions of the application's own items. */
export interface MenuActions {
  readonly newStudy: () => void;
  readonly importDataset: () => void;
  readonly openWorkspace: () => void;
  readonly openRecent: (path: string) => void;
  readonly clearRecent: () => void;
  readonly settings: () => void;
  readonly palette: () => void;
  readonly find: () => void;
  readonly manual: () => void;
  readonly keys: () => void;
  readonly showLog: () => void;
  /** Copies the address of the releases; the application itself makes no connections. */
  readonly copyReleases: () => void;
  readonly about: () => void;
}

export interface MenuHost {
  readonly platform: NodeJS.Platform;
  /** Releases have neither developer tools nor a reload, which would end a running import. */
  readonly packaged: boolean;
  /** Recently opened workspaces, the newest first. */
  readonly recent: readonly string[];
}

const hidden = (item: Item): Item => ({ ...item, visible: false, acceleratorWorksWhenHidden: true });

const line: Item = { type: 'separator' };

export function menuTemplate(actions: MenuActions, { platform, packaged, recent }: MenuHost): Item[] {
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
      {
        label: 'Open recent',
        enabled: recent.length > 0,
        submenu: [
          ...recent.map((path): Item => ({ label: path, click: () => actions.openRecent(path) })),
          line,
          { label: 'Clear this list', click: actions.clearRecent },
        ],
      },
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
      // The page handles this key itself; the menu only displays it.
      { label: 'Command palette', accelerator: 'CmdOrCtrl+K', registerAccelerator: false, click: actions.palette },
      line,
      { role: 'resetZoom' },
      { role: 'zoomIn' },
      // The key without Shift, and those of the number pad.
      ...['CmdOrCtrl+=', 'CmdOrCtrl+numadd'].map((accelerator) => hidden({ role: 'zoomIn', accelerator })),
      { role: 'zoomOut' },
      hidden({ role: 'zoomOut', accelerator: 'CmdOrCtrl+numsub' }),
      line,
      { role: 'togglefullscreen' },
      ...(packaged ? [] : [line, { role: 'reload' } as const, { role: 'toggleDevTools' } as const]),
    ],
  };
  const help: Item = {
    role: 'help',
    submenu: [
      // The page handles this key itself, too.
      { label: 'Manual', accelerator: 'F1', registerAccelerator: false, click: actions.manual },
      { label: 'Keyboard shortcuts', click: actions.keys },
      { label: 'Show log', click: actions.showLog },
      { label: 'Copy the address of releases', click: actions.copyReleases },
      ...(mac ? [] : [line, about]),
    ],
  };
  return [...(mac ? [application] : []), file, edit, view, { role: 'windowMenu' }, help];
}

// The context menu: the platform's items for text; no menu if none apply.

/** Items for the target of the pointer: editing in fields, copying of selected text elsewhere. */
export function contextItems({
  isEditable,
  selectionText,
  editFlags,
}: Pick<ContextMenuParams, 'isEditable' | 'selectionText' | 'editFlags'>): MenuItemConstructorOptions[] {
  if (isEditable) {
    return [
      { role: 'cut', enabled: editFlags.canCut },
      { role: 'copy', enabled: editFlags.canCopy },
      { role: 'paste', enabled: editFlags.canPaste },
      { type: 'separator' },
      { role: 'selectAll', enabled: editFlags.canSelectAll },
    ];
  }
  return selectionText.trim() === '' ? [] : [{ role: 'copy' }, { type: 'separator' }, { role: 'selectAll' }];
}

/** Adds the context menu to every page that will be opened. */
export function offerContextMenus(): void {
  app.on('web-contents-created', (_created, contents) => {
    contents.on('context-menu', (_event, params) => {
      const items = contextItems(params);
      const window = BrowserWindow.fromWebContents(contents);
      if (items.length === 0 || window === null) return;
      // Without the frame the roles would act on the top frame only, and macOS would omit Writing Tools.
      Menu.buildFromTemplate(items).popup({ window, ...(params.frame ? { frame: params.frame } : {}) });
    });
  });
}
