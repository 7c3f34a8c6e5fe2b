import { app } from 'electron';
import { writeStart } from '../../desktopStart.ts';

/** Remembers where this application is, for "eigenbench open": an AppImage or a checkout may lie anywhere. */
export function rememberStart(): void {
  writeStart({
    // Inside an AppImage the executable lies in a folder that goes when it ends.
    executable: process.env['APPIMAGE'] || process.execPath,
    parameters: app.isPackaged ? [] : [app.getAppPath()],
  });
}
