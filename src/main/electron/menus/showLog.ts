import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { shell } from 'electron';
import { privateFolder } from '../../disk/folders.ts';

/** Shows the log in the file manager; while nothing has been written, the folder that it will be in. */
export function showLog(file: string): void {
  if (existsSync(file)) return shell.showItemInFolder(file);
  privateFolder(dirname(file));
  void shell.openPath(dirname(file));
}
