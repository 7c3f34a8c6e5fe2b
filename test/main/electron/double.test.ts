/** The double of electron keeps Electron's rules: a test against it fails where the application would. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { electronDouble } from '../../support/electronDouble/electronDouble.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';
import { DoublePort, cloned } from '../../support/electronDouble/ports.ts';

const ready = (): ReturnType<typeof electronDouble> => {
  const double = electronDouble();
  double.lifecycle.makeReady();
  return double;
};
const settle = (): Promise<void> => new Promise((done) => setImmediate(done));

describe('the double of electron', () => {
  it('refuses what comes after ready', () => {
    const { module } = ready();
    const { app, protocol, crashReporter } = module;
    const late = 'before the app is ready';
    expect(() => app.enableSandbox()).toThrow(late);
    expect(() => protocol.registerSchemesAsPrivileged([])).toThrow(late);
    expect(() => crashReporter.start({ uploadToServer: false })).toThrow(late);
    expect(() => app.setPath('userData', '/')).toThrow(late);
  });

  it('refuses what comes before ready', async () => {
    const { module } = electronDouble();
    const early = 'before the app is ready';
    expect(() => module.session.defaultSession).toThrow(early);
    expect(() => module.protocol.handle('app', () => new Response())).toThrow(early);
    expect(() => new module.BrowserWindow({})).toThrow(early);
    expect(() => new module.Notification({ title: '', body: '' })).toThrow(early);
    await expect(module.dialog.showMessageBox({ message: '' })).rejects.toThrow(early);
  });

  it('quits unless a listener or a window prevents it, and ends once', () => {
    const end = vi.fn();
    const double = electronDouble({ end });
    double.lifecycle.makeReady();
    const { app, BrowserWindow } = double.module;
    const window = new BrowserWindow({});
    const steps: string[] = [];
    for (const name of ['before-quit', 'will-quit', 'quit', 'window-all-closed']) app.on(name, () => steps.push(name));
    app.once('before-quit', (event: Event) => event.preventDefault());
    app.quit();
    expect([steps, end.mock.calls]).toEqual([['before-quit'], []]);
    window.once('close', (event: Event) => event.preventDefault());
    app.quit();
    expect([window.isDestroyed(), end.mock.calls]).toEqual([false, []]);
    app.quit();
    app.quit();
    expect(steps.slice(-3)).toEqual(['before-quit', 'will-quit', 'quit']);
    expect(end).toHaveBeenCalledExactlyOnceWith(0);
  });

  it('exits without asking anybody', () => {
    const double = ready();
    const { app, BrowserWindow } = double.module;
    const window = new BrowserWindow({});
    const asked = vi.fn();
    app.on('before-quit', asked);
    window.on('close', asked);
    app.exit(3);
    expect(asked).not.toHaveBeenCalled();
    expect(double.lifecycle.exitCode).toBe(3);
    expect(() => window.webContents.navigated('app://x')).not.toThrow();
    expect(() => window.requireAlive()).toThrow('Object has been destroyed');
  });

  it('reports the last window only while it does not quit', async () => {
    const double = ready();
    const { app, BrowserWindow } = double.module;
    const closed = vi.fn();
    app.on('window-all-closed', closed);
    new BrowserWindow({}).destroy();
    await settle();
    expect(closed).toHaveBeenCalledOnce();
    new BrowserWindow({});
    app.quit();
    await settle();
    expect(closed).toHaveBeenCalledOnce();
  });

  it('has ports that queue until they are started and drop after they are closed', async () => {
    const far = { deliver: vi.fn(), close: vi.fn() };
    const port = new DoublePort(far);
    const [message, close] = [vi.fn(), vi.fn()];
    port.on('message', message);
    port.on('close', close);
    port.arrive('one');
    expect(message).not.toHaveBeenCalled();
    port.start();
    expect(message).toHaveBeenCalledExactlyOnceWith({ data: 'one', ports: [] });
    port.postMessage(new Uint8Array([1]));
    port.close();
    port.postMessage('late');
    port.arrive('late');
    await settle();
    expect(far.deliver).toHaveBeenCalledOnce();
    expect(message).toHaveBeenCalledOnce();
    expect(close).toHaveBeenCalledOnce();
  });

  it('carries nothing that a process cannot share or clone', () => {
    for (const refused of [new SharedArrayBuffer(1), () => {}, new File([], 'a'), { a: [new Blob()] }]) {
      expect(() => cloned(refused)).toThrow('could not be cloned');
      expect(() => cloned(new Map())).not.toThrow();
    }
    expect(() => cloned(new Uint8Array(new SharedArrayBuffer(2)))).toThrow('could not be cloned');
  });

  it('has no frame for a message of a document that is gone', async () => {
    const double = ready();
    const { id } = new double.module.BrowserWindow({});
    const frames: unknown[] = [];
    double.module.ipcMain.on('x', (event: { senderFrame: unknown }) => {
      frames.push(event.senderFrame);
      double.navigated(id, 'https://evil.example/');
      frames.push(event.senderFrame);
    });
    double.navigated(id, 'app://eigenbench/');
    double.receive(id, 'x', []);
    expect(frames).toEqual([{ url: 'app://eigenbench/', parent: null }, null]);
  });

  it('reads switches of one word only, and gives a second start its data as JSON', () => {
    const { module, secondInstance } = electronDouble({ argv: ['--a', 'b', '--c=d'] });
    expect(module.app.commandLine.getSwitchValue('a')).toBe('');
    expect(module.app.commandLine.getSwitchValue('c')).toBe('d');
    const heard = vi.fn();
    module.app.on('second-instance', heard);
    secondInstance(['app', 'file', '--flag'], '/', { workspace: undefined, n: 1 });
    expect(heard.mock.calls[0].slice(1)).toEqual([['--flag', 'app', 'file'], '/', { n: 1 }]);
  });

  it('quits at a signal that nobody listens to, and leaves others to their listener', () => {
    const double = ready();
    const asked = vi.fn();
    double.module.app.on('before-quit', asked);
    const heard = vi.fn();
    process.once('SIGHUP', heard);
    double.signal('SIGHUP');
    expect([asked.mock.calls.length, heard.mock.calls.length]).toEqual([0, 1]);
    double.signal('SIGUSR2');
    expect(asked).toHaveBeenCalledOnce();
  });

  it('reports the end of a page that was asked for as any other, with a crash report', async () => {
    const double = ready();
    const profile = temporaryFolder();
    double.lifecycle.paths.set('userData', profile);
    const { webContents } = new double.module.BrowserWindow({});
    const gone = vi.fn();
    webContents.on('render-process-gone', gone);
    (webContents as unknown as Electron.WebContents).forcefullyCrashRenderer();
    await settle();
    expect(gone.mock.calls[0][1]).toEqual({ reason: 'killed', exitCode: 9 });
    expect(readdirSync(join(profile, 'Crashpad', 'completed'))).toEqual(['0.dmp']);
  });

  it('begins dialogs in Downloads unless told otherwise', async () => {
    const { module, recorded } = ready();
    await module.dialog.showOpenDialog({});
    await module.dialog.showOpenDialog({ defaultPath: '/data' });
    expect(recorded.begun).toEqual([expect.stringMatching(/Downloads$/), '/data']);
  });

  it.runIf(process.platform === 'linux')('writes a box before ready to standard error', () => {
    const double = electronDouble();
    double.module.dialog.showErrorBox('Title', 'Content');
    double.lifecycle.makeReady();
    double.module.dialog.showErrorBox('Title', 'Seen');
    expect(double.recorded.standardError).toEqual(['Title\nContent']);
    expect(double.recorded.errorBoxes).toEqual([{ title: 'Title', content: 'Seen' }]);
  });

  it('says why a notification is not shown', () => {
    const double = electronDouble({ user: { silence: 'not signed' } });
    double.lifecycle.makeReady();
    const notification = new double.module.Notification({ title: 'a', body: 'b' });
    const failed = vi.fn();
    notification.on('failed', failed);
    notification.show();
    expect(failed).toHaveBeenCalledExactlyOnceWith({}, 'not signed');
    expect(double.recorded.notifications).toEqual([]);
  });

  it('keeps logs apart from the profile until it is told where', () => {
    const { module, lifecycle } = electronDouble();
    const profile = temporaryFolder();
    lifecycle.paths.set('userData', profile);
    expect(module.app.getPath('logs').startsWith(profile)).toBe(false);
    module.app.setAppLogsPath(join(profile, 'logs'));
    expect(module.app.getPath('logs')).toBe(join(profile, 'logs'));
  });

  it('keeps the state of a named window as it is at its end, and its name for a turn longer', async () => {
    const double = ready();
    const open = () => new double.module.BrowserWindow({ name: 'main', windowStatePersistence: true, show: false });
    const window = open();
    expect(open).toThrow('Window name is already in use');
    window.visible = true;
    window.destroy();
    expect(double.keptStateOfHidden()).toBe(false);
    expect(open).toThrow('Window name is already in use');
    await settle();
    open().destroy();
    expect(double.keptStateOfHidden()).toBe(true);
  });

  it('takes no preload script that is not there, and no state without a name', () => {
    const { module } = ready();
    const { BrowserWindow } = module;
    expect(() => new BrowserWindow({ webPreferences: { preload: 'preload.cjs' } })).toThrow('absolute path');
    expect(() => new BrowserWindow({ webPreferences: { preload: '/no/preload.cjs' } })).toThrow('no preload script');
    expect(() => new BrowserWindow({ windowStatePersistence: true })).toThrow('without a name');
  });
});
