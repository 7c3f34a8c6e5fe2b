import { resolve } from 'node:path';
import { openInDesktop } from '../openDesktop.ts';
import { storedStudy, withStoredWorkspace } from '../storedWorkspace.ts';
import { say } from '../terminal.ts';
import { serveCommand } from './serve.ts';
import type { OptionsOf } from '../declarations/declare.ts';
import type { declareOpen } from '../declarations/workspaceCommands.ts';

/**
 * eigenbench open: the page of a study, in the desktop application where it is installed, else in a browser on this
 * machine until Ctrl-C. A port or workers are those of the browser's host.
 */
export async function openCommand(
  name: string,
  { browser, port, workers, ...options }: OptionsOf<typeof declareOpen>,
): Promise<void> {
  const { id, path } = await withStoredWorkspace(options, (workspace) => ({
    id: storedStudy(workspace, name).id,
    path: resolve(workspace.path),
  }));
  const hosted = browser === true || port !== undefined || workers !== undefined;
  if (!hosted && (await openInDesktop(path, id))) return say(`“${name}” is shown in the desktop application.`);
  await serveCommand({ ...options, port, workers, open: true, page: `/studies/${id}` });
}
