/** The start and the end of the desktop shell on the double of electron, with an engine that only records. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { MessageBoxOptions } from 'electron';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { noActivity, type Activity } from '../../../src/core/contract/activity.ts';
import type { SupervisorOptions } from '../../../src/main/engineThread/supervisor.ts';
import { TOLD } from '../../../src/main/desktopStart.ts';
import { emitEvent } from '../../support/electronDouble/events.ts';
import type { DoubleOptions, ElectronDouble } from '../../support/electronDouble/electronDouble.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';
import { onDouble } from './onDouble.ts';
import { eventually } from '../../support/eventually.ts';

interface Engine {
  readonly options: SupervisorOptions;
  readonly close: ReturnType<typeof vi.fn>;
}

const engines: Engine[] = [];
let activity: Activity = noActivity;
/** Why the next workspace cannot be opened. */
let broken: string | null = null;
const argv = process.argv;
const listeners = {
  faults: process.listeners('uncaughtException'),
  rejections: process.listeners('unhandledRejection'),
  SIGTERM: process.listeners('SIGTERM'),
  SIGINT: process.listeners('SIGINT'),
  SIGHUP: process.listeners('SIGHUP'),
};

beforeEach(() => {
  engines.length = 0;
  activity = noActivity;
  broken = null;
  vi.stubEnv('XDG_DATA_HOME', temporaryFolder());
});
afterEach(() => {
  process.argv = argv;
  vi.unstubAllEnvs();
  for (const one of process.listeners('uncaughtException'))
    if (!listeners.faults.includes(one)) process.off('uncaughtException', one);
  for (const one of process.listeners('unhandledRejection'))
    if (!listeners.rejections.includes(one)) process.off('unhandledRejection', one);
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
    for (const one of process.listeners(signal)) if (!listeners[signal].includes(one)) process.off(signal, one);
});

function supervise(options: SupervisorOptions) {
  const close = vi.fn(async () => {});
  engines.push({ options, close });
  const { workspacePath: path } = options.open;
  const opened =
    broken === null
      ? Promise.resolve({ path, notices: [], theme: 'system' as const })
      : Promise.reject(new Error(broken));
  opened.catch(() => {});
  broken = null;
  return { opened, activity: () => activity, connect: () => {}, close };
}

/** Runs the entry with these words, as Electron does: ready once it has run. */
async function start(
  words: readonly string[] = [],
  options: DoubleOptions = {},
  beforeReady: (double: ElectronDouble) => void = () => {},
): Promise<ElectronDouble> {
  const built = temporaryFolder();
  const double = onDouble({ ...options, ready: false });
  vi.doMock('../../../src/main/engineThread/supervisor.ts', () => ({ superviseEngine: supervise }));
  vi.doMock('../../../src/main/server/pageFiles.ts', () => ({ PageFiles: class {} }));
  // The built preload script lies beside the built main process, which tests do not need.
  mkdirSync(join(built, 'preload'));
  writeFileSync(join(built, 'preload', 'preload.cjs'), '');
  const windowModule = await vi.importActual<object>('../../../src/main/electron/window.ts');
  vi.doMock('../../../src/main/electron/window.ts', () => ({
    ...windowModule,
    preloadPath: () => join(built, 'preload', 'preload.cjs'),
  }));
  process.argv = ['/opt/eigenbench', ...words];
  await import('../../../src/main/electron/main.ts');
  beforeReady(double);
  double.lifecycle.makeReady();
  await eventually(() => expect(double.windows.length + Number(double.lifecycle.exitCode !== null)).toBeGreaterThan(0));
  return double;
}

/** A user who presses these buttons, one question after another. */
function user(...buttons: number[]) {
  const asked: MessageBoxOptions[] = [];
  const answer = async (options: MessageBoxOptions): Promise<number> => {
    asked.push(options);
    return buttons.shift() ?? options.cancelId ?? 0;
  };
  return { asked, user: { answer } };
}

const running: Activity = { studies: [{ id: 1, name: 'ORL', shard: null, pausing: false }], imports: [], share: 0.5 };

describe('the desktop application', () => {
  it('keeps to the order that Electron asks for, and locks pages down before there is one', async () => {
    const double = await start();
    expect(double.lifecycle.sandboxed).toBe(true);
    expect(double.services.privileged).toEqual(['app']);
    expect(double.recorded.crashReporter).toEqual({ uploadToServer: false });
    expect(double.services.permissions).not.toBeNull();
    expect(double.windows[0].webContents.openHandler?.({ url: 'app://eigenbench/' })).toEqual({ action: 'deny' });
    expect(double.recorded.menu.length).toBeGreaterThan(3);
  });

  it.each([
    [['--workspace', '/data/w.eigenbench'], '/data/w.eigenbench'],
    [['/data/clicked.eigenbench'], '/data/clicked.eigenbench'],
  ])('opens the workspace that %j names', async (words, path) => {
    const double = await start(words);
    expect(engines.map(({ options }) => options.open)).toMatchObject([{ workspacePath: path, host: 'desktop' }]);
    expect(double.lifecycle.lockData).toEqual({ workspace: path, study: null });
  });

  it('opens the file that macOS asked for before it was ready', async () => {
    await start([], {}, ({ lifecycle }) => emitEvent(lifecycle.emitter, 'open-file', {}, '/data/early.eigenbench'));
    expect(engines[0].options.open.workspacePath).toBe('/data/early.eigenbench');
  });

  it.each([
    [['--workspace'], '--workspace: expected a file name.'],
    [['import', '/data/orl'], '"import" is not a file.'],
    [['--no-sandbox'], 'Eigenbench does not start without its sandbox'],
  ])('says what is wrong with %j, in a box that a person sees', async (words, sentence) => {
    const double = await start(words, { argv: words });
    await eventually(() => expect(double.lifecycle.exitCode).toBe(TOLD));
    expect(double.recorded.errorBoxes).toEqual([
      { title: 'Eigenbench cannot start', content: expect.stringContaining(sentence) },
    ]);
    expect(double.recorded.standardError).toEqual([]);
    expect(engines).toEqual([]);
  });

  it('says where its folder cannot be made', async () => {
    const taken = join(temporaryFolder(), 'taken');
    writeFileSync(taken, '');
    vi.stubEnv('XDG_DATA_HOME', taken);
    vi.stubEnv('APPDATA', taken);
    const double = await start();
    await eventually(() => expect(double.lifecycle.exitCode).toBe(TOLD));
    expect(double.recorded.errorBoxes).toMatchObject([{ title: 'Eigenbench cannot start' }]);
  });

  it('writes to the terminal that it was started in', async () => {
    const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    vi.stubGlobal('process', Object.assign(process));
    const { isTTY } = process.stderr;
    process.stderr.isTTY = true;
    const double = await start(['import']);
    process.stderr.isTTY = isTTY;
    expect(write.mock.calls.map(([text]) => text)).toEqual([expect.stringMatching(/^"import" is not a file\..*\n$/)]);
    expect([double.lifecycle.exitCode, double.recorded.errorBoxes]).toEqual([TOLD, []]);
    write.mockRestore();
  });

  it('ends at a signal without a question, with its engine closed', async () => {
    const { asked, user: absent } = user();
    const double = await start([], { user: absent });
    activity = running;
    double.signal('SIGTERM');
    await eventually(() => expect(double.lifecycle.exitCode).toBe(0));
    expect(asked).toEqual([]);
    expect(engines[0].close).toHaveBeenCalledOnce();
  });

  it('keeps the state of a window that is seen to the end', async () => {
    const double = await start();
    double.lifecycle.quit();
    await eventually(() => expect(double.lifecycle.exitCode).toBe(0));
    expect(double.keptStateOfHidden()).toBe(false);
  });

  it('offers the workspaces of before in its menu and to the system', async () => {
    const double = await start(['/data/a.eigenbench'], { user: user(0).user });
    await eventually(() => expect(double.lifecycle.recentDocuments).toEqual(['/data/a.eigenbench']));
    double.secondInstance(['eigenbench'], '/', { workspace: '/data/b.eigenbench' });
    await eventually(() => expect(double.lifecycle.recentDocuments).toHaveLength(2));
    double.clickMenu('/data/a.eigenbench');
    double.clickMenu('Clear this list');
    expect(double.lifecycle.recentDocuments).toEqual([]);
    expect(() => double.clickMenu('/data/b.eigenbench')).toThrow('There is no menu item');
  });

  it('copies the address of releases, and goes there by itself for nobody', async () => {
    const double = await start();
    double.clickMenu('Copy the address of releases');
    expect(double.recorded.copied).toMatch(/^https:\/\/\S+\/releases$/);
  });

  it('begins the dialog of a workspace where that lies, and remembers where it ended', async () => {
    const double = await start(['/data/a.eigenbench'], { user: { choose: async () => ['/faces/b.eigenbench'] } });
    double.clickMenu('Open a workspace…');
    await eventually(() => expect(double.recorded.begun).toEqual(['/data']));
    await eventually(() => {
      double.clickMenu('Open a workspace…');
      expect(double.recorded.begun.at(-1)).toBe('/faces');
    });
  });

  it('quits at once where another one runs', async () => {
    const double = await start([], { lock: false });
    expect(double.lifecycle.exitCode).toBe(0);
    expect(engines).toEqual([]);
  });

  it('says why it cannot start', async () => {
    broken = 'The file is from a newer version.';
    const double = await start();
    await eventually(() => expect(double.lifecycle.exitCode).toBe(TOLD));
    expect(double.recorded.errorBoxes).toEqual([
      { title: 'Eigenbench cannot start', content: 'The file is from a newer version.' },
    ]);
  });

  it('runs once: a second start brings the window of the first to the front', async () => {
    const double = await start();
    double.windows[0].minimized = true;
    double.secondInstance(['eigenbench'], '/', { workspace: null });
    expect(double.windows).toMatchObject([{ minimized: false, focused: true, visible: true }]);
    expect(engines).toHaveLength(1);
  });

  it('changes the workspace where a second start names another one and the user agrees', async () => {
    const { asked, user: agreeing } = user(1, 0);
    const double = await start(['/data/a.eigenbench'], { user: agreeing });
    double.secondInstance(['eigenbench'], '/', { workspace: '/data/b.eigenbench' });
    await eventually(() => expect(asked).toHaveLength(1));
    expect(engines).toHaveLength(1);
    await eventually(() => {
      double.secondInstance(['eigenbench'], '/', { workspace: '/data/b.eigenbench' });
      expect(engines).toHaveLength(2);
    });
    expect(engines[0].close).toHaveBeenCalledOnce();
    expect(engines[1].options.open.workspacePath).toBe('/data/b.eigenbench');
  });

  it('shows the study that its start names, and one that a second start names, of the workspace that is open', async () => {
    const { user: agreeing } = user(1, 0);
    const sent: unknown[] = [];
    let loads = 0;
    const double = await start(['--workspace', '/data/a.eigenbench', '--study', '4'], {
      user: agreeing,
      renderer: { load: async () => void loads++, send: (_window, _channel, [message]) => sent.push(message) },
    });
    expect(double.lifecycle.lockData).toEqual({ workspace: '/data/a.eigenbench', study: 4 });
    const connect = (): void => {
      double.navigated(double.windows[0].id, 'app://eigenbench/index.html');
      double.connect(double.windows[0].id, 'eigenbench:connect', { deliver: () => {}, close: () => {} });
    };
    connect();
    expect(sent).toEqual([{ kind: 'study', id: 4 }]);
    double.secondInstance(['eigenbench'], '/', { workspace: '/data/a.eigenbench', study: 5 });
    await eventually(() => expect(sent.at(-1)).toEqual({ kind: 'study', id: 5 }));
    // The user keeps the workspace that is open.
    double.secondInstance(['eigenbench'], '/', { workspace: '/data/b.eigenbench', study: 6 });
    // The user agrees, once the first question is settled; the message waits for the page of the other workspace.
    const loadsBefore = loads;
    await eventually(() => {
      double.secondInstance(['eigenbench'], '/', { workspace: '/data/b.eigenbench', study: 7 });
      expect(engines).toHaveLength(2);
    });
    await eventually(() => expect(loads).toBe(loadsBefore + 1));
    // In the turn in which the page is loaded the message is put in the queue.
    await new Promise(setImmediate);
    expect(sent).toHaveLength(2);
    connect();
    expect(sent.at(-1)).toEqual({ kind: 'study', id: 7 });
  });

  it('is closed by its window, at once while nothing runs', async () => {
    const double = await start();
    double.windows[0].close();
    await eventually(() => expect(double.lifecycle.exitCode).toBe(0));
    expect(engines[0].close).toHaveBeenCalledOnce();
  });

  it('keeps its window while the user is asked about what runs', async () => {
    const { asked, user: hesitating } = user(0, 1);
    const double = await start([], { user: hesitating });
    activity = running;
    double.windows[0].close();
    await eventually(() => expect(asked).toHaveLength(1));
    expect(asked[0]).toMatchObject({
      message: 'The study “ORL” is running. Quit all the same?',
      buttons: ['Keep running', 'Quit'],
      defaultId: 0,
      cancelId: 0,
    });
    await new Promise(setImmediate);
    expect(double.windows).toMatchObject([{ visible: true }]);
    expect(double.lifecycle.exitCode).toBeNull();
    double.lifecycle.quit();
    await eventually(() => expect(double.lifecycle.exitCode).toBe(0));
    expect(asked).toHaveLength(2);
  });

  it('offers to start an engine again that was given up', async () => {
    const { asked, user: patient } = user(0, 1);
    const double = await start(['/data/a.eigenbench'], { user: patient });
    engines[0].options.onLost('The engine ended unexpectedly 4 times within a minute and is not started again.');
    await eventually(() => expect(engines).toHaveLength(2));
    expect(engines[1].options.open.workspacePath).toBe('/data/a.eigenbench');
    engines[1].options.onLost('Again.');
    await eventually(() => expect(double.lifecycle.exitCode).toBe(0));
    expect(asked.map(({ message }) => message)).toHaveLength(2);
  });

  it('gives the frame the stored theme, and shows what the engine works at', async () => {
    const double = await start();
    const { onTheme, onActivity } = engines[0].options;
    onTheme?.('dark');
    onActivity?.(running);
    expect(double.services.nativeTheme.themeSource).toBe('dark');
    expect(double.windows[0].progress).toBe(0.5);
    expect(double.recorded.blockers.size).toBe(1);
  });

  it('shows the log in its folder, which is there before anything was written', async () => {
    const double = await start();
    double.clickMenu('Show log');
    const logs = double.module.app.getPath('logs');
    expect(double.recorded.shownItems).toEqual([logs]);
    writeFileSync(join(logs, 'eigenbench.log'), '');
    double.clickMenu('Show log');
    expect(double.recorded.shownItems.at(-1)).toBe(join(logs, 'eigenbench.log'));
  });
});
