/** The window and its page: when it is shown, what happens when the page fails, what it is told, what is dropped. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { MessageBoxOptions } from 'electron';
import { zipSync } from 'fflate';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { emitEvent } from '../../support/electronDouble/events.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';
import { onDouble } from './onDouble.ts';
import { eventually } from '../../support/eventually.ts';

const OWN = 'app://eigenbench/';
const settle = (): Promise<void> => new Promise((done) => setImmediate(done));
afterEach(() => vi.useRealTimers());

describe('the window', () => {
  async function opened(load?: () => Promise<void>) {
    const double = onDouble({ renderer: load ? { load } : {} });
    const preload = join(temporaryFolder(), 'preload.cjs');
    writeFileSync(preload, '');
    const { openWindow, loadPage, SHOWN_AFTER } = await import('../../../src/main/electron/window.ts');
    openWindow(preload);
    return { double, window: double.windows[0], loadPage, SHOWN_AFTER };
  }

  it('isolates the page from Node, and is remembered under its name', async () => {
    const { window } = await opened();
    expect(window.options).toMatchObject({
      name: 'main',
      windowStatePersistence: true,
      webPreferences: {
        contextIsolation: true,
        sandbox: true,
        nodeIntegration: false,
        nodeIntegrationInWorker: false,
        nodeIntegrationInSubFrames: false,
        webviewTag: false,
        webSecurity: true,
      },
    });
    for (const risky of ['allowRunningInsecureContent', 'experimentalFeatures', 'enableBlinkFeatures']) {
      expect(window.options.webPreferences).not.toHaveProperty(risky);
    }
  });

  it('is shown when its first frame is drawn', async () => {
    const { window, loadPage } = await opened();
    expect(window.visible).toBe(false);
    loadPage(window as never);
    await eventually(() => expect(window.visible).toBe(true));
  });

  it('is shown after five seconds all the same, without an unhandled rejection', async () => {
    vi.useFakeTimers();
    const { window, loadPage, SHOWN_AFTER } = await opened(() => Promise.reject(new Error('ERR_FAILED (-2)')));
    loadPage(window as never);
    await vi.advanceTimersByTimeAsync(SHOWN_AFTER - 1);
    expect(window.visible).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(window.visible).toBe(true);
  });
});

describe('attempts', () => {
  it('are so many within a span', async () => {
    onDouble();
    const { attempts } = await import('../../../src/main/electron/pageFailures.ts');
    let now = 0;
    const again = attempts(2, 100, () => now);
    expect([again(), again(), again()]).toEqual([true, true, false]);
    now = 101;
    expect([again(), again(), again()]).toEqual([true, true, false]);
  });
});

describe('a page that fails', () => {
  async function watched(answer: (options: MessageBoxOptions) => number | Promise<number> = () => 0) {
    const asked: MessageBoxOptions[] = [];
    const double = onDouble({
      user: {
        answer: async (options) => {
          asked.push(options);
          return answer(options);
        },
      },
    });
    const { watchPage } = await import('../../../src/main/electron/pageFailures.ts');
    const window = new double.module.BrowserWindow({});
    const [load, error] = [vi.fn(), vi.fn()];
    watchPage(window as never, load, { file: '/logs/eigenbench.log', error });
    const gone = (reason: string): unknown =>
      emitEvent(window.webContents, 'render-process-gone', {}, { reason, exitCode: 5 });
    return { double, window, load, error, asked, gone };
  }

  it('is loaded again once; then the user decides, and reads where the log is', async () => {
    const { load, error, asked, gone } = await watched();
    gone('crashed');
    expect(load).toHaveBeenCalledOnce();
    expect(error).toHaveBeenCalledExactlyOnceWith('crashed, exit code 5', 'The page ended unexpectedly.');
    expect(asked).toEqual([]);
    gone('oom');
    gone('oom');
    await eventually(() => expect(load).toHaveBeenCalledTimes(2));
    expect(asked).toHaveLength(1);
    expect(asked[0]).toMatchObject({
      message: 'The page ended unexpectedly.',
      buttons: ['Load the page again', 'Quit'],
    });
    expect(asked[0].detail).toContain('/logs/eigenbench.log');
  });

  it('quits where the user prefers that', async () => {
    const { double, gone } = await watched(() => 1);
    gone('crashed');
    gone('crashed');
    await eventually(() => expect(double.lifecycle.exitCode).toBe(0));
  });

  it('is not one that has ended in order, whose load was replaced, or that is a frame', async () => {
    const { window, load, gone } = await watched();
    gone('clean-exit');
    emitEvent(window.webContents, 'did-fail-load', {}, -3, 'ERR_ABORTED', OWN, true);
    emitEvent(window.webContents, 'did-fail-load', {}, -2, 'ERR_FAILED', OWN, false);
    expect(load).not.toHaveBeenCalled();
  });

  it.each([
    ['did-fail-load', [-2, 'ERR_FAILED', OWN, true], 'The page could not be loaded.'],
    ['preload-error', ['/preload.cjs', new Error('no')], 'The page could not be connected.'],
  ])('by %s is one', async (name, details, sentence) => {
    const { window, load, error } = await watched();
    emitEvent(window.webContents, name, {}, ...details);
    expect(load).toHaveBeenCalledOnce();
    expect(error.mock.calls[0][1]).toBe(sentence);
  });

  it('by not answering is waited for, until it answers or the user has enough', async () => {
    let press: (button: number) => void = () => {};
    const { window, load, asked, error, double } = await watched(() => new Promise((resolve) => (press = resolve)));
    double.lifecycle.paths.set('userData', temporaryFolder());
    window.emit('unresponsive');
    window.emit('unresponsive');
    expect(asked).toHaveLength(1);
    window.emit('responsive');
    await settle();
    expect(load).not.toHaveBeenCalled();
    window.emit('unresponsive');
    expect(asked).toHaveLength(2);
    press(1);
    await eventually(() => expect(load).toHaveBeenCalledOnce());
    // Its end was asked for: it is no failure, and the next hang is asked about alone.
    window.emit('unresponsive');
    press(1);
    await eventually(() => expect(load).toHaveBeenCalledTimes(2));
    expect(asked).toHaveLength(3);
    expect(error.mock.calls.map(([, what]) => what)).not.toContain('The page ended unexpectedly.');
  });
});

describe('what the shell says to the page', () => {
  async function messages() {
    const sent: unknown[] = [];
    const double = onDouble({ renderer: { send: (_window, channel, [message]) => sent.push([channel, message]) } });
    const { pageMessages } = await import('../../../src/main/electron/desktop.ts');
    const open = vi.fn(() => {
      if (double.windows.length === 0) new double.module.BrowserWindow({});
    });
    const { send } = pageMessages(open);
    const connect = (address = OWN): void => {
      const [{ id }] = double.windows;
      double.navigated(id, address);
      double.connect(id, 'eigenbench:connect', { deliver: () => {}, close: () => {} });
    };
    return { double, sent, send, connect };
  }

  it('waits until a page listens, in order; a window is opened for it', async () => {
    const { double, sent, send, connect } = await messages();
    send({ kind: 'go', to: 'settings' });
    send({ kind: 'notice', text: 'Two' });
    expect(double.windows).toHaveLength(1);
    expect(sent).toEqual([]);
    connect();
    send({ kind: 'show', part: 'find' });
    expect(sent).toEqual([
      ['eigenbench:tell', { kind: 'go', to: 'settings' }],
      ['eigenbench:tell', { kind: 'notice', text: 'Two' }],
      ['eigenbench:tell', { kind: 'show', part: 'find' }],
    ]);
  });

  it('is kept for the document that follows while one is replaced, and for none of another address', async () => {
    const { double, sent, send, connect } = await messages();
    send({ kind: 'notice', text: 'a' });
    connect('https://evil.example/');
    expect(sent).toEqual([]);
    connect();
    expect(sent).toHaveLength(1);
    double.navigated(double.windows[0].id, OWN);
    send({ kind: 'notice', text: 'b' });
    expect(sent).toHaveLength(1);
    connect();
    expect(sent).toHaveLength(2);
  });

  it('listens to a page once, however often it is loaded', async () => {
    const { double, send, connect } = await messages();
    send({ kind: 'notice', text: 'a' });
    for (let load = 0; load < 12; load++) connect();
    const { webContents } = double.windows[0];
    expect([webContents.listenerCount('destroyed'), webContents.listenerCount('did-start-navigation')]).toEqual([1, 1]);
  });

  it('opens another window after the first has gone', async () => {
    const { double, sent, send, connect } = await messages();
    send({ kind: 'notice', text: 'a' });
    connect();
    double.windows[0].destroy();
    send({ kind: 'notice', text: 'b' });
    expect(sent).toHaveLength(1);
    connect();
    expect(sent).toHaveLength(2);
  });
});

describe('what is dropped on the window', () => {
  async function drops() {
    const double = onDouble();
    const { acceptDrops } = await import('../../../src/main/electron/drops.ts');
    const [send, openWorkspace] = [vi.fn(), vi.fn()];
    const { take } = acceptDrops(send, openWorkspace);
    const { id } = new double.module.BrowserWindow({});
    const drop = (paths: unknown, address = OWN): void => {
      double.navigated(id, address);
      double.receive(id, 'eigenbench:dropped', [paths]);
    };
    return { send, openWorkspace, take, drop };
  }
  const folder = (): string => {
    const path = temporaryFolder();
    mkdirSync(join(path, 'faces'));
    writeFileSync(join(path, 'faces.mat'), '');
    return path;
  };

  it('goes to the import view, its path only once and only to the engine', async () => {
    const { send, take, drop } = await drops();
    const here = folder();
    drop([join(here, 'faces')]);
    expect(send).toHaveBeenLastCalledWith({ kind: 'dropped', what: 'folder' });
    drop([join(here, 'faces.mat')]);
    expect(send).toHaveBeenLastCalledWith({ kind: 'dropped', what: 'file' });
    expect(take()).toBe(join(here, 'faces.mat'));
    expect(take()).toBeNull();
  });

  it('is left to the page where it is a parcel; other archives go to the import view', async () => {
    const { send, take, drop } = await drops();
    const here = temporaryFolder();
    const archive = (name: string, file: string): string => {
      writeFileSync(join(here, name), zipSync({ [file]: Buffer.from('{}') }));
      return join(here, name);
    };
    drop([archive('study.zip', 'manifest.json')]);
    expect(send).not.toHaveBeenCalled();
    expect(take()).toBe(join(here, 'study.zip'));
    const damaged = join(here, 'damaged.zip');
    writeFileSync(damaged, 'PK');
    for (const path of [archive('faces.zip', 's1/1.pgm'), archive('nested.zip', 'faces/manifest.json'), damaged]) {
      drop([path]);
      expect(send).toHaveBeenLastCalledWith({ kind: 'dropped', what: 'file' });
      expect(take()).toBe(path);
    }
  });

  it('is opened where it is a workspace', async () => {
    const { send, openWorkspace, drop } = await drops();
    drop(['/data/a.eigenbench']);
    expect(openWorkspace).toHaveBeenCalledExactlyOnceWith('/data/a.eigenbench');
    expect(send).not.toHaveBeenCalled();
  });

  it.each([
    [['/a.png', '/b.png'], '2 files were dropped. Drop the folder that holds them, or one file.'],
    [['/nowhere/at/all'], 'The dropped file no longer exists.'],
    [[], 'What was dropped has no place on this computer.'],
    [[7], 'What was dropped has no place on this computer.'],
    ['/a', 'What was dropped has no place on this computer.'],
  ])('%j is refused in a sentence', async (paths, text) => {
    const { send, take, drop } = await drops();
    drop(paths);
    expect(send).toHaveBeenCalledExactlyOnceWith({ kind: 'notice', text });
    expect(take()).toBeNull();
  });

  it('is ignored where another page says so', async () => {
    const { send, openWorkspace, drop } = await drops();
    drop(['/data/a.eigenbench'], 'https://evil.example/');
    expect([send, openWorkspace].flatMap((mock) => mock.mock.calls)).toEqual([]);
  });
});

describe('the theme of the frame', () => {
  it('is remembered from run to run, and the system’s where nothing readable is', async () => {
    const double = onDouble();
    const profile = temporaryFolder();
    const { rememberedTheme, setTheme } = await import('../../../src/main/electron/window.ts');
    expect(rememberedTheme(profile)).toBe('system');
    setTheme(profile, 'dark');
    expect(double.services.nativeTheme.themeSource).toBe('dark');
    expect(rememberedTheme(profile)).toBe('dark');
    expect(readFileSync(join(profile, 'frame.json'), 'utf8')).toBe('{"theme":"dark"}');
    for (const text of ['', '{"theme":"pink"}', '[]', '{']) {
      writeFileSync(join(profile, 'frame.json'), text);
      expect(rememberedTheme(profile), text).toBe('system');
    }
  });
});
