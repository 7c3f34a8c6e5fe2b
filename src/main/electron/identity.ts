/** Identity of the application in the system: name, task bar entry, About box. */
import { join } from 'node:path';
import { app } from 'electron';
import { packageRoot } from '../packageRoot.ts';
import packageFile from '../../../package.json' with { type: 'json' };
import { dataFolder } from '../dataFolder.ts';
import { privateFolder } from '../disk/folders.ts';

const NAME = 'Eigenbench';
/** The id of installers and shortcuts. Windows groups windows by it and requires it for notifications. */
const MODEL_ID = 'org.eigenbench.Eigenbench';

/** The icon of windows and of the About box, drawn by the build. */
export function iconPath(): string {
  return join(packageRoot(), 'out', 'icon.png');
}

/** Must run before the app is ready. Linux reads `desktopName` of package.json by itself. */
export function introduce(): void {
  app.setName(NAME);
  if (process.platform === 'win32') app.setAppUserModelId(MODEL_ID);
  app.setAboutPanelOptions({
    applicationName: NAME,
    applicationVersion: packageFile.version,
    version: packageFile.version,
    copyright: `© ${packageFile.author}`,
    iconPath: iconPath(),
    credits: `${packageFile.description}.\nWorks offline: it makes no connections.`,
    authors: [packageFile.author],
  });
}

// Chromium's own files. By default they would be among the user's workspaces on macOS and Windows, where clearing
// caches or uninstalling would delete research data too.

/** Moves the profile to its own folder and returns it. Must run before the instance lock, which is stored there. */
export function placeProfile(): string {
  const folder = join(dataFolder(), 'shell');
  privateFolder(folder);
  app.setPath('userData', folder);
  // macOS would put the logs into Library/Logs, under the name of the executable.
  app.setAppLogsPath(join(folder, 'logs'));
  return folder;
}
