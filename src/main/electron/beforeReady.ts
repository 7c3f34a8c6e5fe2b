/** Steps that must precede Electron's ready event, in order; then the application starts. */
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

/** Reports why no window opens: in the terminal of the start, else in a message box. */
function endWith(sentence: string): void {
  if (process.stderr.isTTY) {
    process.stderr.write(`${sentence}\n`);
    return app.exit(TOLD);
  }
  // Before that, Linux writes a message box to standard error, which is invisible if a file was clicked.
  void app.whenReady().then(() => {
    dialog.showErrorBox('Eigenbench cannot start', sentence);
    app.exit(TOLD);
  });
}

/** Records the location of this application for `eigenbench open`: an AppImage or a checkout may be anywhere. */
function rememberStart(): void {
  writeStart({
    // Inside an AppImage the executable is in a folder that disappears when it ends.
    executable: process.env['APPIMAGE'] || process.execPath,
    parameters: app.isPackaged ? [] : [app.getAppPath()],
  });
}
