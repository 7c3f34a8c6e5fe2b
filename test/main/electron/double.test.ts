/** The double of electron keeps Electron's rules: a test against it fails where the application would. */
import { describe, expect, it, vi } from 'vitest';
import { electronDouble } from '../../support/electronDouble/electronDouble.ts';
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

  it('takes no preload script that is not there, and no state without a name', () => {
    const { module } = ready();
    const { BrowserWindow } = module;
    expect(() => new BrowserWindow({ webPreferences: { preload: 'preload.cjs' } })).toThrow('absolute path');
    expect(() => new BrowserWindow({ webPreferences: { preload: '/no/preload.cjs' } })).toThrow('no preload script');
    expect(() => new BrowserWindow({ windowStatePersistence: true })).toThrow('without a name');
  });
});
