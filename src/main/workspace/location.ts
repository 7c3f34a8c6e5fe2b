import { join } from 'node:path';
import { dataFolder } from '../dataFolder.ts';

/** The workspace that is opened when none is named. */
export function defaultWorkspacePath(): string {
  return join(dataFolder(), 'workspace.eigenbench');
}

/** The file of a workspace, and what SQLite and a run may have next to it. */
export function workspaceFiles(path: string): string[] {
  return ['', '-wal', '-shm', '-journal', '-runner'].map((ending) => path + ending);
}

/**
 * Where a backup of a workspace goes: beside it, named after the moment (in UTC), e.g. "w 2026-03-01
 * 14.05.09.eigenbench".
 */
export function backupPath(workspace: string, now: Date): string {
  const moment = now.toISOString().slice(0, 19).replace('T', ' ').replaceAll(':', '.');
  return `${workspace.replace(/\.eigenbench$/, '')} ${moment}.eigenbench`;
}
