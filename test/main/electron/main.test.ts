/** The start and the end of the desktop shell, against a fake `electron` module and a fake engine. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeElectron, type FakeElectron } from './fakeElectron.ts';

const { superviseEngine, close } = vi.hoisted(() => {
  const close = vi.fn(async () => {});
  const engine = { opened: Promise.resolve() as Promise<unknown>, connect: () => {}, close };
  return { close, superviseEngine: vi.fn((_options: Record<string, unknown>) => engine) };
});
vi.mock('electron', () => fakeElectron());
vi.mock('../../../src/main/engineThread/supervisor.ts', () => ({ superviseEngine }));
vi.mock('../../../src/main/page/pageFiles.ts', () => ({ PageFiles: class {} }));

let electron: FakeElectron;
beforeEach(async () => {
  vi.resetModules();
  electron = (await import('electron')) as unknown as FakeElectron;
  vi.clearAllMocks();
  electron.windows.length = 0;
  electron.app.removeAllListeners();
});

async function start(): Promise<void> {
  await import('../../../src/main/electron/main.ts');
  await vi.waitFor(() => expect(electron.windows.length + electron.app.exit.mock.calls.length).toBeGreaterThan(0));
}

describe('the desktop application', () => {
  it('registers its scheme and enables the sandbox before it is ready', async () => {
    await start();
    const order = (mock: { mock: { invocationCallOrder: number[] } }): number => mock.mock.invocationCallOrder[0];
    const ready = order(electron.app.whenReady);
    expect(order(electron.protocol.registerSchemesAsPrivileged)).toBeLessThan(ready);
    expect(order(electron.app.enableSandbox)).toBeLessThan(ready);
    expect(electron.app.listenerCount('web-contents-created')).toBe(1);
    expect(order(electron.session.defaultSession.setPermissionRequestHandler)).toBeGreaterThan(ready);
  });

  it('starts the engine for the desktop on the workspace that was named', async () => {
    electron.app.commandLine.getSwitchValue.mockReturnValueOnce('/data/w.eigenbench');
    await start();
    expect(superviseEngine).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({
        open: expect.objectContaining({ workspacePath: '/data/w.eigenbench', host: 'desktop' }),
        chooseNative: expect.any(Function),
      }),
    );
  });

  it('runs once: a second start brings the window of the first to the front', async () => {
    await start();
    electron.app.emit('second-instance');
    expect(electron.windows[0].restore).toHaveBeenCalledOnce();
    expect(electron.windows[0].focus).toHaveBeenCalledOnce();
    expect(electron.windows).toHaveLength(1);
  });

  it('quits at once where another one runs', async () => {
    electron.app.requestSingleInstanceLock.mockReturnValueOnce(false);
    await import('../../../src/main/electron/main.ts');
    expect(electron.app.quit).toHaveBeenCalledOnce();
    expect(superviseEngine).not.toHaveBeenCalled();
    expect(electron.windows).toHaveLength(0);
  });

  it('closes the engine once before it ends', async () => {
    await start();
    let finish: () => void = () => {};
    close.mockReturnValueOnce(new Promise<void>((resolve) => (finish = resolve)));
    const event = { preventDefault: vi.fn() };
    electron.app.emit('before-quit', event);
    electron.app.emit('before-quit', event);
    expect(event.preventDefault).toHaveBeenCalledTimes(2);
    expect(close).toHaveBeenCalledOnce();
    expect(electron.app.exit).not.toHaveBeenCalled();
    finish();
    await vi.waitFor(() => expect(electron.app.exit).toHaveBeenCalledExactlyOnceWith(0));
  });

  it('says why it cannot start', async () => {
    const opened = Promise.reject(new Error('The file is from a newer version.'));
    superviseEngine.mockReturnValueOnce({ opened, connect: () => {}, close });
    await start();
    await vi.waitFor(() => expect(electron.app.exit).toHaveBeenCalledOnce());
    expect(electron.dialog.showErrorBox).toHaveBeenCalledExactlyOnceWith(
      'Eigenbench cannot start',
      'The file is from a newer version.',
    );
    expect(electron.app.exit).toHaveBeenCalledExactlyOnceWith(1);
  });
});
