/**
 * The desktop application without Electron: the built main process on a double of `electron`, the built preload script
 * in an isolated world of Chromium, the built page with its policy, answered by the real handler of app://.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { resolve } from 'node:path';
import type { MessageBoxOptions, OpenDialogOptions } from 'electron';
import type { Page } from 'playwright-core';
import { openBrowser, type TestBrowser } from './browser.ts';
import { preloadWorld } from './preloadWorld.ts';
import type { Acts, FromShell, ToShell } from '../support/electronDouble/wire.ts';

const root = resolve(import.meta.dirname, '../..');
const double = resolve(root, 'test/support/electronDouble');
/** Stands in for app://eigenbench, which Chromium cannot be told to be a standard scheme. */
const ORIGIN = 'https://eigenbench.test';
const APP = 'app://eigenbench';
/** Electron's ports tell a page that they were closed; Chromium has the same as an option. */
const PORTS_TELL = '--enable-blink-features=MessagePortCloseEvent';

export interface ShellOptions {
  /** The command line of the application. */
  readonly words?: readonly string[];
  /** Data folder of the user. */
  readonly folder: string;
  /** @default the built main process of this folder */
  readonly main?: string;
  /** What runs it. @default this Node */
  readonly executable?: string;
  /** Modules that every thread of it loads before. */
  readonly imports?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  /** The button that the user presses. @default that of cancelling */
  readonly answer?: (options: MessageBoxOptions) => number | Promise<number>;
  /** What the user chooses in a dialog. @default nothing */
  readonly choose?: (options: OpenDialogOptions) => readonly string[];
}

export type Driven = {
  readonly [K in keyof Acts]: (...p: Parameters<Acts[K]>) => Promise<Awaited<ReturnType<Acts[K]>>>;
};

export interface DesktopShell {
  readonly page: Page;
  readonly act: Driven;
  /** Dialogs that were shown. */
  readonly asked: MessageBoxOptions[];
  /** What the page complained of, its policy included. */
  readonly complaints: string[];
  /** Windows that the page tried to open, and what the application said to it. */
  readonly popups: string[];
  /** Milliseconds from the start of the process to the first window that is shown. */
  readonly shownAfter: () => number;
  /** Files with these names are dropped from these places. */
  readonly drop: (paths: readonly string[]) => Promise<void>;
  /** Code of the process, when it has ended. */
  readonly ended: Promise<number | null>;
  readonly stderr: () => string;
  readonly close: () => Promise<void>;
}

export async function startDesktopShell(options: ShellOptions): Promise<DesktopShell> {
  const browser: TestBrowser = await openBrowser([PORTS_TELL]);
  const { page } = browser;
  const session = await page.context().newCDPSession(page);
  const started = performance.now();
  const child = fork(
    resolve(double, 'runShell.ts'),
    [options.main ?? resolve(root, 'out/main/main.js'), ...(options.words ?? [])],
    {
      execPath: options.executable ?? process.execPath,
      execArgv: [resolve(double, 'hangOnDemand.ts'), ...(options.imports ?? [])].flatMap((file) => ['--import', file]),
      env: { ...process.env, ...options.environment, XDG_DATA_HOME: options.folder, NODE_OPTIONS: '' },
      cwd: options.folder,
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    },
  );
  let stderr = '';
  child.stderr?.on('data', (chunk) => (stderr += chunk));
  const ended = new Promise<number | null>((done) => child.once('exit', (code) => done(code)));
  const link = linkTo(child);
  const asked: MessageBoxOptions[] = [];
  const popups: string[] = [];
  let shownAfter = Infinity;
  let window = 0;
  /** The application itself loads the page: no navigation that it could refuse. */
  let loading = false;

  const world = await preloadWorld(session, {
    navigated: (origin) => link.tell({ kind: 'navigated', window, address: `${origin.replace(ORIGIN, APP)}/` }),
    connect: (port, channel) => link.tell({ kind: 'connect', window, channel, port }),
    message: (port, data) => link.tell({ kind: 'message', port, data }),
    portClosed: (port) => link.tell({ kind: 'portClosed', port }),
    send: (channel, parameters) => link.tell({ kind: 'receive', window, channel, parameters }),
  });
  /** An application that ends while it is asked answers nothing, and its page goes with it. */
  const unlessEnded = (work: Promise<unknown>): Promise<unknown> =>
    work.catch((error: unknown) => {
      if (child.exitCode === null && child.signalCode === null) throw error;
    });
  await page.route('**', async (route) => {
    const request = route.request();
    const url = request.url().replace(ORIGIN, APP);
    const answer = async (): Promise<void> => {
      const leaves = request.isNavigationRequest() && request.frame().parentFrame() === null && !loading;
      if (leaves && !(await link.act.navigate(window, url))) return route.abort('aborted');
      const response = await link.act.request(url, request.method());
      if (response === null) return route.abort('blockedbyclient');
      await route.fulfill({ ...response, body: Buffer.from(response.body) });
    };
    await unlessEnded(answer());
  });
  page.on('popup', (popup) => {
    const refuse = async (): Promise<void> => {
      popups.push(await link.act.openWindow(window, popup.url()));
      await popup.close();
    };
    void unlessEnded(refuse());
  });

  const opened = new Promise<void>((opens, fails) => {
    child.on('message', (message: FromShell) => message.kind === 'opened' && opens());
    // Tests of an application that cannot start would wait a minute each for what it should show.
    child.once('exit', (code) =>
      fails(new Error(`The application ended with ${code} before it had a window:\n${stderr}`)),
    );
  });
  link.onMessage(async (message) => {
    switch (message.kind) {
      case 'opened':
        ({ window } = message);
        await world.usePreload(message.preload);
        break;
      case 'load':
        loading = true;
        // Only another document is a load; the same address with another fragment would not be.
        await page.goto('about:blank');
        await page.goto(message.address.replace(APP, ORIGIN)).catch(() => {});
        loading = false;
        link.tell({ kind: 'answer', id: message.id, value: undefined });
        break;
      case 'send':
        await world.tell(message.channel, message.parameters);
        break;
      case 'deliver':
        await world.deliver(message.port, message.data);
        break;
      case 'closePort':
        await world.closePort(message.port);
        break;
      case 'shown':
        shownAfter = Math.min(shownAfter, performance.now() - started);
        break;
      case 'ask':
        asked.push(message.options);
        link.tell({
          kind: 'answer',
          id: message.id,
          value: (await options.answer?.(message.options)) ?? message.options.cancelId ?? 0,
        });
        break;
      case 'choose':
        link.tell({ kind: 'answer', id: message.id, value: options.choose?.(message.options) ?? [] });
    }
  });

  try {
    await opened;
  } catch (error) {
    await browser.close();
    throw error;
  }
  return {
    page,
    act: link.act,
    asked,
    complaints: browser.complaints,
    popups,
    shownAfter: () => shownAfter,
    drop: (paths) => world.drop(paths),
    ended,
    stderr: () => stderr,
    close: async () => {
      child.kill('SIGKILL');
      await ended;
      await browser.close();
    },
  };
}

function linkTo(child: ChildProcess) {
  const waiting = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>();
  let next = 0;
  let queue = Promise.resolve();
  const tell = (message: ToShell): void => {
    // A process that is ending hears no more.
    if (child.connected) child.send(message, () => {});
  };
  child.once('exit', () => {
    for (const { reject } of waiting.values()) reject(new Error('The application has ended.'));
  });
  const act = new Proxy({} as Driven, {
    get:
      (_, name: keyof Acts) =>
      (...parameters: readonly unknown[]) =>
        new Promise((resolve, reject) => {
          if (!child.connected) return reject(new Error('The application has ended.'));
          const id = next++;
          waiting.set(id, { resolve, reject });
          tell({ kind: 'act', id, name, parameters });
        }),
  });
  return {
    tell,
    act,
    /** Messages are taken one after another, but for dialogs and loads, which wait for the user or the page. */
    onMessage(take: (message: Exclude<FromShell, { kind: 'done' }>) => Promise<void>): void {
      child.on('message', (message: FromShell) => {
        if (message.kind === 'done') {
          waiting.get(message.id)?.resolve(message.value);
          waiting.delete(message.id);
        } else if (message.kind === 'load') queue = queue.then(() => void take(message));
        else if (message.kind === 'ask' || message.kind === 'choose') void take(message);
        else queue = queue.then(() => take(message)).catch(() => {});
      });
    },
  };
}
