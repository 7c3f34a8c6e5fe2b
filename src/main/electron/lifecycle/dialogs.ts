/** Native dialogs of the shell. */
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

/** Asks whether to quit during running work; true to quit. */
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

/**
 * Asks whether to open another workspace instead of the open one; true to open it. `running` describes work that this
 * stops; null if none.
 */
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

/** Asks whether to restart an engine that failed repeatedly; true to restart, false to quit. */
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

/** Asks for a folder or file to import; null if dismissed. The path stays in this process. */
export function chooseSource(what: 'folder' | 'file', from: string): Promise<string | null> {
  return choose({
    defaultPath: from,
    title: what === 'folder' ? 'Choose a folder of images' : 'Choose a file of images',
    properties: [what === 'folder' ? 'openDirectory' : 'openFile'],
  });
}

/** Asks for a workspace to open; null if dismissed. */
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

// Initial folders of dialogs: the last used folder per kind. Electron itself starts in Downloads every time.

const KINDS = ['folder', 'file', 'workspace'] as const;
export type PlaceKind = (typeof KINDS)[number];

const schema = z.partialRecord(z.enum(KINDS), z.string());

/**
 * Returns a function that asks for a path of a kind: `ask` receives the initial folder, or `first` if `profile` stores
 * none; the folder of the chosen path is stored.
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
