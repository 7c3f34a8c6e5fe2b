/** What must happen before Electron is ready, in order; then the application. */
import { join } from 'node:path';
import { app, dialog } from 'electron';
import { TOLD, writeStart } from '../desktopStart.ts';
import { defaultWorkspacePath } from '../workspace/location.ts';
import { registerScheme } from './appProtocol.ts';
import { startDesktop } from './desktop.ts';
import { lockDownPages } from './lockdown.ts';
import { offerContextMenus } from './applicationMenu.ts';
import { shellLog } from './shellLog.ts';
import { keepCrashReports } from './crashReports.ts';
import { introduce, placeProfile } from './identity.ts';
import { userArguments, requireSandbox, requireSense, studyNamed, workspaceNamed, openRequests } from './launch.ts';

try {
  introduce();
  const profile = placeProfile();
  keepCrashReports();
  registerScheme();
  app.enableSandbox();
  lockDownPages();
  offerContextMenus();
  requireSandbox(app.commandLine.hasSwitch('no-sandbox'));
  const words = userArguments(process.argv, app.isPackaged);
  requireSense(words, process.cwd());
  const named = workspaceNamed(words, process.cwd());
  const study = studyNamed(words);
  const openings = openRequests();
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
        endWith(error.message);
      });
  } else app.quit();
} catch (error) {
  endWith((error as Error).message);
}

/** Says why there will be no window: in the terminal that the start was typed in, else in a box. */
function endWith(sentence: string): void {
  if (process.stderr.isTTY) {
    process.stderr.write(`${sentence}\n`);
    return app.exit(TOLD);
  }
  // Before that, Linux writes a box to standard error, which nobody sees who clicked on a file.
  void app.whenReady().then(() => {
    dialog.showErrorBox('Eigenbench cannot start', sentence);
    app.exit(TOLD);
  });
}

/** Remembers where this application is, for "eigenbench open": an AppImage or a checkout may lie anywhere. */
function rememberStart(): void {
  writeStart({
    // Inside an AppImage the executable lies in a folder that goes when it ends.
    executable: process.env['APPIMAGE'] || process.execPath,
    parameters: app.isPackaged ? [] : [app.getAppPath()],
  });
}
