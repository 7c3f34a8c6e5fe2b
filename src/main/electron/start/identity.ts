/** Who the application is to the system: its name, its place in task bars, what the About box says. */
import { join } from 'node:path';
import { app } from 'electron';
import { packageRoot } from '../../packageRoot.ts';
import packageFile from '../../../../package.json' with { type: 'json' };

const NAME = 'Eigenbench';
/** The id of installers and shortcuts, by which Windows groups windows and lets notifications through. */
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
