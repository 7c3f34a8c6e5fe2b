import { join } from 'node:path';
import { dataFolder } from '../dataFolder.ts';

/** The default workspace. */
export function defaultWorkspacePath(): string {
  return join(dataFolder(), 'workspace.eigenbench');
}

/** The files of a workspace, including those of SQLite and of a run. */
export function workspaceFiles(path: string): string[] {
  return ['', '-wal', '-shm', '-journal', '-runner'].map((ending) => path + ending);
}

/** Path of a backup: next to the workspace, named after the time (in UTC), e.g. "w 2026-03-01 14.05.09.eigenbench". */
export function backupPath(workspace: string, now: Date): string {
  const moment = now.toISOString().slice(0, 19).replace('T', ' ').replaceAll(':', '.');
  return `${workspace.replace(/\.eigenbench$/, '')} ${moment}.eigenbench`;
}
