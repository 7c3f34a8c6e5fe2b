/** The running application: one window, one engine, and what the system and the user do with them. */
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { existsSync } from 'node:fs';
import { app, clipboard, dialog, Menu, powerMonitor, shell } from 'electron';
import packageFile from '../../../package.json' with { type: 'json' };
import { packageRoot } from '../packageRoot.ts';
import { PageFiles } from '../page/pageFiles.ts';
import { privateFolder } from '../disk/folders.ts';
import { serveApp } from './appProtocol.ts';
import { acceptPorts } from './connect.ts';
import { lockDownSession } from './lockdown.ts';
import { menuTemplate } from './menus/applicationMenu.ts';
import { recentWorkspaces } from './menus/recent.ts';
import type { ShellLog } from './shellLog.ts';
import { markRun } from './start/crashReports.ts';
import type { OpenRequest, Openings } from './start/openings.ts';
import { acceptDrops } from './window/drops.ts';
import { rememberedTheme, setTheme } from './window/frameTheme.ts';
import { mainWindow, type MainWindow } from './window/mainWindow.ts';
import { pageMessages } from './window/pageMessages.ts';
import { watchFaults } from './work/faults.ts';
import { rememberPlaces } from './work/places.ts';
import { print } from './work/printing.ts';
import { askToQuit, askToStartAgain, askToSwitch, chooseSource, chooseWorkspace } from './work/questions.ts';
import { quitHandler } from './work/quitting.ts';
import { runningSentence } from './work/sentences.ts';
import { engineSession, type Session } from './work/session.ts';
import { systemProgress } from './work/signs.ts';
import { switcher } from './work/switching.ts';

/** Where newer versions are; releases are packaged with their own. */
const RELEASES = `${packageFile.homepage}/releases`;

export interface DesktopOptions {
  /** Folder of Chromium's files and of what the shell remembers. */
  readonly profile: string;
  readonly log: ShellLog;
  readonly openings: Openings;
  /** The workspace to open first. */
  readonly workspace: string;
  /** The study of it to show first; null: none. */
  readonly study: number | null;
}

/** Runs once the app is ready. Rejects with one sentence where the workspace cannot be opened. */
export async function startDesktop({ profile, log, openings, workspace, study }: DesktopOptions): Promise<void> {
  lockDownSession();
  serveApp(new PageFiles(join(packageRoot(), 'out', 'renderer')));
  // Before the window, whose ground and title bar have its colours.
  setTheme(profile, rememberedTheme(profile));

  const failed = (sentence: string): void => dialog.showErrorBox('The workspace cannot be opened', sentence);
  const running = (): string | null => runningSentence(session.activity());
  const { tell, expectPage } = pageMessages(() => window.require());
  const showStudy = (id: number): void => tell({ kind: 'study', id });
  const run = markRun(profile, log);
  const choosePlace = rememberPlaces(profile);
  const recent = recentWorkspaces(profile, () => showMenu());
  const signs = systemProgress((id) => {
    window.focus();
    showStudy(id);
  }, log);
  const session: Session = engineSession({
    open: { host: 'desktop', roots: [homedir()], logFile: log.file },
    chooseNative: async (what) =>
      what === 'dropped' ? drops.take() : choosePlace(what, homedir(), (from) => chooseSource(what, from)),
    printNative: (document) => print(document, app.getPath('documents')),
    onOpened: recent.add,
    onActivity: signs.activity,
    onStudyEnd: signs.ended,
    onTheme: (theme) => setTheme(profile, theme),
    onRestart: (sentence) => log.error('', sentence),
    onLost: (sentence) => {
      log.error('', sentence);
      void askToStartAgain(sentence, log.file).then((again) => {
        if (!again) return app.quit();
        return session.open(session.path()).catch((error: Error) => failed(error.message));
      });
    },
  });
  const quitting = quitHandler({
    running,
    ask: askToQuit,
    hide: () => window.hide(),
    close: session.close,
    exit: () => {
      run.ends();
      app.exit(0);
    },
    log,
  });
  const window: MainWindow = mainWindow({
    log,
    isEnding: quitting.isEnding,
    onOpened: () => signs.activity(session.activity()),
  });
  const load = (): void => {
    expectPage();
    window.load();
  };
  const offer = switcher({ session, running, ask: askToSwitch, load, failed, log });
  const drops = acceptDrops(tell, (path) => void offer(path));

  watchFaults(log, session.close);
  app.on('before-quit', quitting.beforeQuit);
  powerMonitor.on('shutdown', () => {
    run.ends();
    quitting.sessionEnds();
  });
  // By themselves Electron would answer them as a click on Quit, with a question that nobody may be there to see.
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, quitting.terminate);
  /** Shows a study of the workspace, or of the one that is open; not where the user keeps another one. */
  async function openAsked({ workspace: named, study: wanted }: OpenRequest): Promise<void> {
    if (named !== null) await offer(named);
    if (wanted !== null && (named === null || named === session.path())) showStudy(wanted);
  }
  openings.onAsked((asked) => {
    window.focus();
    void openAsked(asked);
  });
  const actions = {
    newStudy: () => tell({ kind: 'go', to: 'new-study' }),
    importDataset: () => tell({ kind: 'go', to: 'import' }),
    openWorkspace: () =>
      void choosePlace('workspace', dirname(workspace), chooseWorkspace).then((path) =>
        path === null ? undefined : offer(path),
      ),
    openRecent: (path: string) => void offer(path),
    clearRecent: recent.clear,
    settings: () => tell({ kind: 'go', to: 'settings' }),
    palette: () => tell({ kind: 'show', part: 'palette' }),
    find: () => tell({ kind: 'show', part: 'find' }),
    manual: () => tell({ kind: 'show', part: 'manual' }),
    keys: () => tell({ kind: 'show', part: 'keys' }),
    showLog: () => showLog(log.file),
    copyReleases: () => {
      void clipboard.writeText(RELEASES);
      tell({ kind: 'notice', text: `Copied: ${RELEASES}. Eigenbench itself makes no connections.` });
    },
    about: () => app.showAboutPanel(),
  } as const;
  function showMenu(): void {
    const { platform } = process;
    const template = menuTemplate(actions, { platform, packaged: app.isPackaged, recent: recent.paths() });
    Menu.setApplicationMenu(Menu.buildFromTemplate(template));
  }
  showMenu();

  acceptPorts(session.connect);
  const opened = session.open(workspace);
  window.require();
  if (run.crash !== null) tell({ kind: 'notice', text: run.crash });
  if (study !== null) showStudy(study);
  await opened;
}

/** Shows the log in the file manager; while nothing has been written, the folder that it will be in. */
function showLog(file: string): void {
  if (existsSync(file)) return shell.showItemInFolder(file);
  privateFolder(dirname(file));
  void shell.openPath(dirname(file));
}
