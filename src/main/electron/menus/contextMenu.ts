/** The menu of the right mouse button: what the platform does with text, and nothing where there is none. */
import { app, BrowserWindow, Menu, type ContextMenuParams, type MenuItemConstructorOptions } from 'electron';

/** What can be done with what the pointer is on: editing in fields, copying of selected text elsewhere. */
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

/** Gives every page that will be opened its menu. */
export function offerContextMenus(): void {
  app.on('web-contents-created', (_created, contents) => {
    contents.on('context-menu', (_event, params) => {
      const items = contextItems(params);
      const window = BrowserWindow.fromWebContents(contents);
      if (items.length === 0 || window === null) return;
      // Without the frame the roles would act on the top frame only, and macOS would leave out Writing Tools.
      Menu.buildFromTemplate(items).popup({ window, ...(params.frame ? { frame: params.frame } : {}) });
    });
  });
}
