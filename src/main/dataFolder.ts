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
