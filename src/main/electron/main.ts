/** Entry point of the desktop shell: opens the engine, shows the page, connects the two. */
import { homedir } from 'node:os';
import { join } from 'node:path';
import { app, BrowserWindow, dialog } from 'electron';
import { superviseEngine, type SupervisedEngine } from '../engineThread/supervisor.ts';
import { packageRoot } from '../packageRoot.ts';
import { PageFiles } from '../page/pageFiles.ts';
import { defaultWorkspacePath } from '../workspace/location.ts';
import { registerScheme, serveApp } from './appProtocol.ts';
import { acceptPorts } from './connect.ts';
import { lockDownPages, lockDownSession } from './lockdown.ts';
import { chooseNative, openWindow, preloadPath } from './window.ts';

registerScheme();
app.enableSandbox();
lockDownPages();

if (app.requestSingleInstanceLock()) void start();
else app.quit();

async function start(): Promise<void> {
  app.on('second-instance', () => {
    const [window] = BrowserWindow.getAllWindows();
    if (window?.isMinimized()) window.restore();
    window?.focus();
  });
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit();
  });
  await app.whenReady();
  try {
    lockDownSession();
    serveApp(new PageFiles(join(packageRoot(), 'out', 'renderer')));
    const engine = superviseEngine({
      open: {
        workspacePath: app.commandLine.getSwitchValue('workspace') || defaultWorkspacePath(),
        host: 'desktop',
        roots: [homedir()],
        logFile: join(app.getPath('logs'), 'engine.log'),
      },
      onLost: (sentence) => {
        dialog.showErrorBox('Eigenbench cannot go on', sentence);
        app.exit(1);
      },
      chooseNative: (kind) => chooseNative(kind, BrowserWindow.getFocusedWindow() ?? BrowserWindow.getAllWindows()[0]),
    });
    closeBeforeQuit(engine);
    acceptPorts(engine.connect);
    openWindow(preloadPath());
    app.on('activate', () => {
      if (BrowserWindow.getAllWindows().length === 0) openWindow(preloadPath());
    });
    await engine.opened;
  } catch (error) {
    dialog.showErrorBox('Eigenbench cannot start', (error as Error).message);
    app.exit(1);
  }
}

/** Running cells are stopped and the workspace is closed before the process ends. */
function closeBeforeQuit(engine: SupervisedEngine): void {
  let closing = false;
  app.on('before-quit', (event) => {
    event.preventDefault();
    if (closing) return;
    closing = true;
    void engine.close().finally(() => app.exit(0));
  });
}
