/** Entry point of the desktop shell: what must happen before Electron is ready, in order; then the application. */
import { join } from 'node:path';
import { app, dialog } from 'electron';
import { defaultWorkspacePath } from '../workspace/location.ts';
import { registerScheme } from './appProtocol.ts';
import { startDesktop } from './desktop.ts';
import { lockDownPages } from './lockdown.ts';
import { offerContextMenus } from './menus/contextMenu.ts';
import { shellLog } from './shellLog.ts';
import { keepCrashReports } from './start/crashReports.ts';
import { introduce } from './start/identity.ts';
import { ownWords, studyNamed, workspaceNamed } from './start/launch.ts';
import { askedWorkspaces } from './start/openings.ts';
import { placeProfile } from './start/profile.ts';
import { rememberStart } from './start/rememberStart.ts';

introduce();
const profile = placeProfile();
keepCrashReports();
registerScheme();
app.enableSandbox();
lockDownPages();
offerContextMenus();

try {
  const words = ownWords(process.argv, app.isPackaged);
  const named = workspaceNamed(words, process.cwd());
  const study = studyNamed(words);
  const openings = askedWorkspaces();
  if (app.requestSingleInstanceLock({ workspace: named, study })) {
    rememberStart();
    const log = shellLog(join(app.getPath('logs'), 'eigenbench.log'));
    app
      .whenReady()
      .then(() =>
        startDesktop({
          profile,
          log,
          openings,
          workspace: openings.first() ?? named ?? defaultWorkspacePath(),
          study,
        }),
      )
      .catch((error: Error) => {
        log.error(error.stack ?? error.message, 'The application could not start.');
        endWith(error.message, 1);
      });
  } else app.quit();
} catch (error) {
  endWith((error as Error).message, 2);
}

function endWith(sentence: string, code: number): void {
  dialog.showErrorBox('Eigenbench cannot start', sentence);
  app.exit(code);
}
