/** The questions of the shell, as native dialogs on its window. */
import { basename, dirname, join } from 'node:path';
import { readFileSync } from 'node:fs';
import { BrowserWindow, dialog, type MessageBoxOptions, type OpenDialogOptions } from 'electron';
import { z } from 'zod';
import { WORKSPACE_SUFFIX } from '../launch.ts';
import { privateFolder } from '../../disk/folders.ts';
import { OWN_FILE } from '../../disk/privateFile.ts';
import { writeFile } from '../../disk/writeFile.ts';

const window = (): BrowserWindow | undefined =>
  BrowserWindow.getFocusedWindow() ?? BrowserWindow.getAllWindows().find((one) => !one.isDestroyed());

/** True: quit although something runs. */
export async function askToQuit(running: string): Promise<boolean> {
  const answer = await ask({
    type: 'question',
    message: `${running} Quit all the same?`,
    detail:
      'Finished cells are kept. Cells in progress are computed again when the study is resumed; an import in progress is dropped.',
    buttons: ['Keep running', 'Quit'],
    defaultId: 0,
    cancelId: 0,
  });
  return answer === 1;
}

/** True: open another workspace in place of the one that is open. `running` says what that stops; null: nothing. */
export async function askToSwitch(from: string, to: string, running: string | null): Promise<boolean> {
  const loss = running === null ? '' : `\n\n${running} It stops; finished cells are kept.`;
  const answer = await ask({
    type: 'question',
    message: `Open the workspace ${basename(to)}?`,
    detail: `${to}\n\nIt takes the place of ${basename(from)}, which is closed.${loss}`,
    buttons: ['Open', 'Cancel'],
    defaultId: 0,
    cancelId: 1,
  });
  return answer === 0;
}

/** True: start an engine again that was given up; else quit. */
export async function askToStartAgain(sentence: string, logFile: string): Promise<boolean> {
  const answer = await ask({
    type: 'error',
    message: sentence,
    detail: `Finished cells are kept. The log is in ${logFile}.`,
    buttons: ['Start the engine again', 'Quit'],
    defaultId: 0,
    cancelId: 1,
  });
  return answer === 0;
}

/** Asks for a folder or file to import; null when dismissed. The path stays in this process. */
export function chooseSource(what: 'folder' | 'file', from: string): Promise<string | null> {
  return choose({
    defaultPath: from,
    title: what === 'folder' ? 'Choose a folder of images' : 'Choose a file of images',
    properties: [what === 'folder' ? 'openDirectory' : 'openFile'],
  });
}

/** Asks for a workspace to open; null when dismissed. */
export function chooseWorkspace(from: string): Promise<string | null> {
  return choose({
    defaultPath: from,
    title: 'Open a workspace',
    properties: ['openFile'],
    filters: [{ name: 'Eigenbench workspaces', extensions: [WORKSPACE_SUFFIX.slice(1)] }],
  });
}

async function choose(options: OpenDialogOptions): Promise<string | null> {
  const parent = window();
  const { canceled, filePaths } = parent
    ? await dialog.showOpenDialog(parent, options)
    : await dialog.showOpenDialog(options);
  return canceled ? null : (filePaths[0] ?? null);
}

async function ask(options: MessageBoxOptions): Promise<number> {
  const parent = window();
  const { response } = parent ? await dialog.showMessageBox(parent, options) : await dialog.showMessageBox(options);
  return response;
}

// Where dialogs begin: where the last of their kind ended. Electron itself begins in Downloads every time.

const KINDS = ['folder', 'file', 'workspace'] as const;
export type PlaceKind = (typeof KINDS)[number];

const schema = z.partialRecord(z.enum(KINDS), z.string());

/**
 * Answers how to ask for a path of a kind: `ask` gets the folder to begin in, `first` where none is remembered in
 * `profile`; the folder of what it answers is remembered.
 */
export function rememberPlaces(profile: string) {
  const file = join(profile, 'places.json');
  const read = (): z.infer<typeof schema> => {
    try {
      return schema.parse(JSON.parse(readFileSync(file, 'utf8')));
    } catch {
      return {};
    }
  };
  return async (kind: PlaceKind, first: string, ask: (from: string) => Promise<string | null>) => {
    const path = await ask(read()[kind] ?? first);
    if (path !== null) {
      privateFolder(profile);
      writeFile(file, JSON.stringify({ ...read(), [kind]: dirname(path) }), { mode: OWN_FILE });
    }
    return path;
  };
}
