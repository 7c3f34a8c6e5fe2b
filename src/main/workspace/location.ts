import { homedir } from 'node:os';
import { join } from 'node:path';

/** The user's data folder by the conventions of the platform, with `eigenbench` appended. */
export function dataFolder(
  platform: NodeJS.Platform = process.platform,
  environment: NodeJS.ProcessEnv = process.env,
  home: string = homedir(),
): string {
  if (platform === 'win32') return join(environment['APPDATA'] || join(home, 'AppData', 'Roaming'), 'eigenbench');
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'eigenbench');
  return join(environment['XDG_DATA_HOME'] || join(home, '.local', 'share'), 'eigenbench');
}

/** The workspace that is opened when none is named. */
export function defaultWorkspacePath(): string {
  return join(dataFolder(), 'workspace.eigenbench');
}

/**
 * Where a backup of a workspace goes: beside it, named after the moment (in UTC), e.g. "w 2026-03-01
 * 14.05.09.eigenbench".
 */
export function backupPath(workspace: string, now: Date): string {
  const moment = now.toISOString().slice(0, 19).replace('T', ' ').replaceAll(':', '.');
  return `${workspace.replace(/\.eigenbench$/, '')} ${moment}.eigenbench`;
}
