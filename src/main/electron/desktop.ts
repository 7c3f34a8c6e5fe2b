/** The running application: one window, one engine, and the events of the system and the user. */
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { existsSync, readFileSync } from 'node:fs';
import {
  app,
  clipboard,
  dialog,
  Menu,
  powerMonitor,
  shell,
  ipcMain,
  type MessagePortMain,
  type WebContents,
} from 'electron';
import { z } from 'zod';
import packageFile from '../../../package.json' with { type: 'json' };
import { packageRoot } from '../packageRoot.ts';
import { PageFiles } from '../server/pageFiles.ts';
import { privateFolder } from '../disk/folders.ts';
import { serveApp } from './appProtocol.ts';
import { lockDownSession, isTrustedFrame } from './lockdown.ts';
import { menuTemplate } from './applicationMenu.ts';
import { type ShellLog, watchFaults } from './shellLog.ts';
import { markRun } from './crashReports.ts';
import type { OpenRequest, Openings } from './launch.ts';
import { acceptDrops } from './drops.ts';
import { preloadPath, rememberedTheme, setTheme, mainWindow, type MainWindow } from './window.ts';
import {
  rememberPlaces,
  askToQuit,
  askToStartAgain,
  askToSwitch,
  chooseSource,
  chooseWorkspace,
} from './lifecycle/dialogs.ts';
import { print } from './lifecycle/printing.ts';
import { quitHandler } from './lifecycle/quitting.ts';
import { runningSentence, systemProgress } from './lifecycle/systemProgress.ts';
import { engineSession, type Session, switcher } from './lifecycle/session.ts';
import { cut } from '../../core/contract/chunkedReply.ts';
import type { PageEnd } from '../engineThread/relay.ts';
import { CONNECT, TELL } from './channels.ts';
import { OWN_FILE } from '../disk/privateFile.ts';
import { writeFile } from '../disk/writeFile.ts';
import type { ShellMessage } from '../../core/contract/desktopShell.ts';

// Messages from the shell to its page. They are queued until a page listens.

export interface PageMessages {
  /** Opens a window if there is none, and sends the message once its page listens. */
  readonly send: (message: ShellMessage) => void;
  /** The page is about to be reloaded: messages wait for the next one. */
  readonly expectPage: () => void;
}

/** @param open opens the window of the application if there is none */
export function pageMessages(open: () => void): PageMessages {
  const waiting: ShellMessage[] = [];
  /** The page that has requested its port, and therefore listens. */
  let listening: WebContents | null = null;
  /** Pages with listeners for their end and navigation: every loaded page requests its own port. */
  const connected = new WeakSet<WebContents>();

  ipcMain.on(CONNECT, ({ sender, senderFrame }) => {
    if (!isTrustedFrame(senderFrame)) return;
    if (!connected.has(sender)) {
      connected.add(sender);
      const stopListening = (): void => {
        if (listening === sender) listening = null;
      };
      sender.once('destroyed', stopListening);
      sender.on('did-start-navigation', ({ isMainFrame, isSameDocument }) => {
        if (isMainFrame && !isSameDocument) stopListening();
      });
    }
    listening = sender;
    for (const message of waiting.splice(0)) sender.send(TELL, message);
  });

  return {
    send: (message) => {
      open();
      if (listening === null) waiting.push(message);
      else listening.send(TELL, message);
    },
    expectPage: () => {
      listening = null;
    },
  };
}

// Recently opened workspaces: for the menu here, and for the system's own lists (dock, task bar, jump list).

const MOST = 8;

export interface Recent {
  /** The newest first. */
  readonly paths: () => readonly string[];
  readonly add: (path: string) => void;
  readonly clear: () => void;
}

/** @param changed called when the list has changed */
function recentWorkspaces(profile: string, changed: () => void): Recent {
  const file = join(profile, 'recent.json');
  const paths = (): string[] => {
    try {
      return z.array(z.string().min(1)).parse(JSON.parse(readFileSync(file, 'utf8')));
    } catch {
      return [];
    }
  };
  const keep = (next: readonly string[]): void => {
    writeFile(file, JSON.stringify(next), { mode: OWN_FILE });
    changed();
  };
  return {
    paths,
    add(path) {
      app.addRecentDocument(path);
      keep([path, ...paths().filter((other) => other !== path)].slice(0, MOST));
    },
    clear() {
      app.clearRecentDocuments();
      keep([]);
    },
  };
}

/**
 * Connects the engine to the port that the preload script sends; accepts only the top frame of the application's page.
 */
export function acceptPorts(connect: (page: PageEnd) => void): void {
  ipcMain.on(CONNECT, (event) => {
    const frame = event.senderFrame;
    const [port] = event.ports;
    if (!port) return;
    if (!isTrustedFrame(frame)) return port.close();
    connect(pagePort(port));
  });
}

/** Electron copies messages to a page on this thread: 1 MiB in about half a millisecond. */
const PART = 2 ** 20;

/** The page behind a port of Electron's main process. Long answers are sent in parts; others wait for them in order. */
export function pagePort(port: MessagePortMain): PageEnd {
  const waiting: Parameters<PageEnd['send']>[0][] = [];
  let sending = false;
  let closed = false;
  const flush = async (): Promise<void> => {
    if (sending) return;
    sending = true;
    for (let next = waiting.shift(); next !== undefined && !closed; next = waiting.shift()) {
      if (typeof next === 'string') port.postMessage(next);
      else {
        for (const part of cut(next, PART)) {
          if (closed) break;
          port.postMessage(part);
          if (!part.last) await new Promise(setImmediate);
        }
      }
    }
    sending = false;
  };
  const close = (): void => {
    closed = true;
    waiting.length = 0;
  };
  port.on('close', close);
  return {
    send(delivery) {
      waiting.push(delivery);
      void flush();
    },
    close() {
      close();
      port.close();
    },
    onMessage(listener) {
      port.on('message', ({ data }) => listener(data));
      port.start();
    },
    onClose: (listener) => void port.on('close', listener),
  };
}

/** Download page of newer versions; a packaged release contains its own `homepage`. */
const RELEASES = `${packageFile.homepage}/releases`;

export interface DesktopOptions {
  /** Folder of Chromium's files and of the shell's own state. */
  readonly profile: string;
  readonly log: ShellLog;
  readonly openings: Openings;
  /** The workspace to open first. */
  readonly workspace: string;
  /** The study of that workspace to show first; null for none. */
  readonly study: number | null;
}

/** Runs once the app is ready. Rejects with one sentence if the workspace cannot be opened. */
export async function startDesktop({ profile, log, openings, workspace, study }: DesktopOptions): Promise<void> {
  lockDownSession();
  serveApp(new PageFiles(join(packageRoot(), 'out', 'renderer')));
  // Before the window is created, because its background and title bar use these colours.
  setTheme(profile, rememberedTheme(profile));

  const failed = (sentence: string): void => dialog.showErrorBox('The workspace cannot be opened', sentence);
  const running = (): string | null => runningSentence(session.activity());
  const { send, expectPage } = pageMessages(() => window.require());
  const showStudy = (id: number): void => send({ kind: 'study', id });
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
    preload: preloadPath(),
    log,
    isEnding: quitting.isEnding,
    onOpened: () => signs.activity(session.activity()),
  });
  const load = (): void => {
    expectPage();
    window.load();
  };
  const offer = switcher({ session, running, ask: askToSwitch, load, failed, log });
  const drops = acceptDrops(send, (path) => void offer(path));

  watchFaults(log, session.close);
  app.on('before-quit', quitting.beforeQuit);
  powerMonitor.on('shutdown', () => {
    run.ends();
    quitting.sessionEnds();
  });
  // Electron's default treats them as a click on Quit, with a question that may remain unanswered.
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, quitting.terminate);
  /** Shows a study of the requested workspace, or of the open one; not if the user stays in another workspace. */
  async function openRequested({ workspace: named, study: wanted }: OpenRequest): Promise<void> {
    if (named !== null) await offer(named);
    if (wanted !== null && (named === null || named === session.path())) showStudy(wanted);
  }
  openings.onAsked((request) => {
    window.focus();
    void openRequested(request);
  });
  const actions = {
    newStudy: () => send({ kind: 'go', to: 'new-study' }),
    importDataset: () => send({ kind: 'go', to: 'import' }),
    openWorkspace: () =>
      void choosePlace('workspace', dirname(workspace), chooseWorkspace).then((path) =>
        path === null ? undefined : offer(path),
      ),
    openRecent: (path: string) => void offer(path),
    clearRecent: recent.clear,
    settings: () => send({ kind: 'go', to: 'settings' }),
    palette: () => send({ kind: 'show', part: 'palette' }),
    find: () => send({ kind: 'show', part: 'find' }),
    manual: () => send({ kind: 'show', part: 'manual' }),
    keys: () => send({ kind: 'show', part: 'keys' }),
    showLog: () => showLog(log.file),
    copyReleases: () => {
      void clipboard.writeText(RELEASES);
      send({ kind: 'notice', text: `Copied: ${RELEASES}. Eigenbench itself makes no connections.` });
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
  if (run.crash !== null) send({ kind: 'notice', text: run.crash });
  if (study !== null) showStudy(study);
  await opened;
}

/** Shows the log in the file manager; if there is no log yet, its future folder. */
function showLog(file: string): void {
  if (existsSync(file)) return shell.showItemInFolder(file);
  privateFolder(dirname(file));
  void shell.openPath(dirname(file));
}
