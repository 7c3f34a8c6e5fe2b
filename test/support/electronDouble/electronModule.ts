/** What `import … from 'electron'` resolves to in a process that runs on the double. */
import { doubleOfProcess } from './doubleOfProcess.ts';

export const {
  app,
  BrowserWindow,
  clipboard,
  crashReporter,
  dialog,
  ipcMain,
  Menu,
  nativeTheme,
  Notification,
  powerMonitor,
  powerSaveBlocker,
  protocol,
  session,
  shell,
} = doubleOfProcess().module;
