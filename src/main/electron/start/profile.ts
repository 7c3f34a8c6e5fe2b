/**
 * Where Chromium keeps its own files. By default they would lie among the user's workspaces on macOS and Windows, where
 * clearing caches or uninstalling would take research data along.
 */
import { join } from 'node:path';
import { app } from 'electron';
import { dataFolder } from '../../dataFolder.ts';
import { privateFolder } from '../../disk/folders.ts';

/** Puts the profile into a folder of its own and answers it. Must run before the lock, which is kept there. */
export function placeProfile(): string {
  const folder = join(dataFolder(), 'shell');
  privateFolder(folder);
  app.setPath('userData', folder);
  // macOS would put them into Library/Logs, under the name of the executable.
  app.setAppLogsPath(join(folder, 'logs'));
  return folder;
}
