/**
 * Where Chromium keeps its own files. By default they would lie among the user's workspaces on macOS and Windows, where
 * clearing caches or uninstalling would take research data along.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { app } from 'electron';
import { dataFolder } from '../../dataFolder.ts';

/** Puts the profile into a folder of its own and answers it. Must run before the lock, which is kept there. */
export function placeProfile(): string {
  const folder = join(dataFolder(), 'shell');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  app.setPath('userData', folder);
  // macOS would put them into Library/Logs, under the name of the executable.
  app.setAppLogsPath(join(folder, 'logs'));
  return folder;
}
