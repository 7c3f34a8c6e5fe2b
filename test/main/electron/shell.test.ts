/** The desktop shell against a fake `electron` module. Each closed hole has its exploit here. */
import { EventEmitter } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MessageChannel } from 'node:worker_threads';
import { os } from '@orpc/server';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { EngineRouter } from '../../../src/main/engine/router.ts';
import { PageFiles } from '../../../src/main/page/pageFiles.ts';
import { connectInProcess } from '../../support/connectInProcess.ts';
import { clientOverPort } from '../../support/pageClients.ts';
import { fakeElectron, type FakeElectron } from './fakeElectron.ts';

vi.mock('electron', () => fakeElectron());

const folder = mkdtempSync(join(tmpdir(), 'eigenbench-shell-'));
writeFileSync(join(folder, 'index.html'), '<!doctype html><title>Page</title>');
afterAll(() => rmSync(folder, { recursive: true }));

let electron: FakeElectron;
beforeEach(async () => {
  electron = (await import('electron')) as unknown as FakeElectron;
  vi.clearAllMocks();
  electron.windows.length = 0;
  electron.app.removeAllListeners();
  electron.ipcMain.removeAllListeners();
});

const foreign = [
  'https://evil.example/',
  'http://eigenbench/',
  'file:///etc/passwd',
  'app://evil.example/',
  'app://eigenbench.evil.example/',
  'app://user@eigenbench/',
  'app:eigenbench',
  'javascript:alert(1)',
  'data:text/html,x',
  'not an address',
];

describe('app://', () => {
  it('answers with the page and its content security policy', async () => {
    const { respond } = await import('../../../src/main/electron/appProtocol.ts');
    const response = respond(new PageFiles(folder), { url: 'app://eigenbench/', method: 'GET' });
    expect(response.status).toBe(200);
    expect(await response.text()).toContain('<title>Page</title>');
    expect(response.headers.get('content-security-policy')).toContain("script-src 'self'");
  });

  it.each([
    ['app://eigenbench/../package.json', 404],
    ['app://eigenbench/%2e%2e%2fpackage.json', 404],
    ['app://eigenbench/..%5cpackage.json', 404],
    ['app://eigenbench//etc/passwd', 404],
    ['app://eigenbench/%00', 404],
    ['app://other/', 403],
    ['app://eigenbench.evil.example/', 403],
    ['file:///etc/passwd', 403],
  ])('does not leave the page’s folder: %s', async (url, status) => {
    const { respond } = await import('../../../src/main/electron/appProtocol.ts');
    const response = respond(new PageFiles(folder), { url, method: 'GET' });
    expect(response.status).toBe(status);
    expect(await response.text()).toBe('');
  });

  it('answers GET only', async () => {
    const { respond } = await import('../../../src/main/electron/appProtocol.ts');
    expect(respond(new PageFiles(folder), { url: 'app://eigenbench/', method: 'POST' }).status).toBe(405);
  });

  it.each(foreign)('does not take %s for its own', async (address) => {
    const { isOwnAddress } = await import('../../../src/main/electron/appProtocol.ts');
    expect(isOwnAddress(address)).toBe(false);
    expect(isOwnAddress('app://eigenbench/#/studies')).toBe(true);
  });
});

describe('pages', () => {
  async function lockedContents() {
    const { lockDownPages } = await import('../../../src/main/electron/lockdown.ts');
    lockDownPages();
    const contents = Object.assign(new EventEmitter(), { setWindowOpenHandler: vi.fn() });
    electron.app.emit('web-contents-created', {}, contents);
    return contents;
  }

  it.each(['will-navigate', 'will-redirect', 'will-frame-navigate'])('are not led away by %s', async (name) => {
    const contents = await lockedContents();
    for (const url of foreign) {
      const event = { url, preventDefault: vi.fn() };
      contents.emit(name, event);
      expect(event.preventDefault, url).toHaveBeenCalledOnce();
    }
    const event = { url: 'app://eigenbench/', preventDefault: vi.fn() };
    contents.emit(name, event);
    expect(event.preventDefault).not.toHaveBeenCalled();
  });

  it('open no windows and hold no webviews', async () => {
    const contents = await lockedContents();
    const [handler] = contents.setWindowOpenHandler.mock.calls[0];
    expect(handler({ url: 'app://eigenbench/' })).toEqual({ action: 'deny' });
    const event = { preventDefault: vi.fn() };
    contents.emit('will-attach-webview', event);
    expect(event.preventDefault).toHaveBeenCalledOnce();
  });

  it('get no permission but writing to the clipboard', async () => {
    const { lockDownSession } = await import('../../../src/main/electron/lockdown.ts');
    lockDownSession();
    const { setPermissionRequestHandler, setPermissionCheckHandler, setDevicePermissionHandler } =
      electron.session.defaultSession;
    for (const permission of [
      'media',
      'geolocation',
      'notifications',
      'openExternal',
      'fileSystem',
      'clipboard-read',
    ]) {
      const answer = vi.fn();
      setPermissionRequestHandler.mock.calls[0][0](null, permission, answer);
      expect(answer, permission).toHaveBeenCalledExactlyOnceWith(false);
      expect(setPermissionCheckHandler.mock.calls[0][0](null, permission)).toBe(false);
    }
    expect(setPermissionCheckHandler.mock.calls[0][0](null, 'clipboard-sanitized-write')).toBe(true);
    expect(setDevicePermissionHandler.mock.calls[0][0]({})).toBe(false);
  });

  it('reach nothing but the application', async () => {
    const { lockDownSession } = await import('../../../src/main/electron/lockdown.ts');
    lockDownSession();
    const filter = electron.session.defaultSession.webRequest.onBeforeRequest.mock.calls[0][0];
    const cancelled = (url: string): boolean => {
      const answer = vi.fn();
      filter({ url }, answer);
      return answer.mock.calls[0][0].cancel;
    };
    expect(cancelled('https://evil.example/x.js')).toBe(true);
    expect(cancelled('file:///etc/passwd')).toBe(true);
    expect(cancelled('app://other/')).toBe(true);
    expect(cancelled('app://eigenbench/assets/main.js')).toBe(false);
  });
});

describe('the window', () => {
  it('isolates the page from Node', async () => {
    const { openWindow } = await import('../../../src/main/electron/window.ts');
    openWindow('/built/preload.cjs');
    const [window] = electron.windows.slice(-1);
    expect(window.options.webPreferences).toMatchObject({
      preload: '/built/preload.cjs',
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      webviewTag: false,
      webSecurity: true,
    });
    expect(window.loadURL).toHaveBeenCalledExactlyOnceWith('app://eigenbench/');
    expect(window.show).not.toHaveBeenCalled();
    window.emit('ready-to-show');
    expect(window.show).toHaveBeenCalledOnce();
  });

  it('answers a dialog’s path, or null when it was dismissed', async () => {
    const { chooseNative } = await import('../../../src/main/electron/window.ts');
    expect(await chooseNative('folder', undefined)).toBeNull();
    electron.dialog.showOpenDialog.mockResolvedValueOnce({ canceled: false, filePaths: ['/data/orl'] });
    expect(await chooseNative('file', undefined)).toBe('/data/orl');
    expect(electron.dialog.showOpenDialog).toHaveBeenLastCalledWith(
      expect.objectContaining({ properties: ['openFile'] }),
    );
  });
});

describe('the preload script', () => {
  it('exposes one function, which hands over one end of a channel', async () => {
    const post = vi.fn();
    vi.stubGlobal('window', { postMessage: post, location: { origin: 'app://eigenbench' } });
    await import('../../../src/main/electron/preload.ts');
    const [name, bridge] = electron.contextBridge.exposeInMainWorld.mock.calls.at(-1) as [
      string,
      { requestPort: () => void },
    ];
    expect(name).toBe('eigenbench');
    expect(Object.keys(bridge)).toEqual(['requestPort']);
    bridge.requestPort();
    const [channel, , [sent]] = electron.ipcRenderer.postMessage.mock.calls.at(-1) as [string, null, MessagePort[]];
    const [message, target, [kept]] = post.mock.calls[0];
    expect(channel).toBe('eigenbench:connect');
    expect(message).toEqual({ type: 'eigenbench:port' });
    expect(target).toBe('app://eigenbench');
    const arrived = new Promise((resolve) => (sent.onmessage = (event) => resolve(event.data)));
    kept.postMessage('through');
    expect(await arrived).toBe('through');
    sent.close();
    vi.unstubAllGlobals();
  });
});

describe('the engine', () => {
  const router = { workspace: { info: os.handler(() => ({ path: 'here' })) } } as unknown as EngineRouter;

  /** A port as Electron's main process gives it: an emitter of events with data, started by hand. */
  function mainPort() {
    const { port1, port2 } = new MessageChannel();
    const emitter = Object.assign(new EventEmitter(), {
      postMessage: (data: unknown) => port1.postMessage(data),
      start: () => port1.on('message', (data) => emitter.emit('message', { data })),
      close: vi.fn(() => port1.close()),
    });
    return { emitter, port2 };
  }

  it('answers the top frame of the application’s own page over its port', async () => {
    const { acceptPorts } = await import('../../../src/main/electron/connect.ts');
    acceptPorts(connectInProcess(router));
    const { emitter, port2 } = mainPort();
    electron.ipcMain.emit('eigenbench:connect', {
      senderFrame: { url: 'app://eigenbench/', parent: null },
      ports: [emitter],
    });
    const client = clientOverPort(port2 as unknown as MessagePort);
    expect(await client.workspace.info()).toEqual({ path: 'here' });
    port2.close();
  });

  it.each([
    ['another site', { url: 'https://evil.example/', parent: null }],
    ['another host of the scheme', { url: 'app://evil/', parent: null }],
    ['a frame within the page', { url: 'app://eigenbench/', parent: {} }],
    ['a frame that is gone', null],
  ])('closes the port of %s', async (_name, senderFrame) => {
    const { acceptPorts } = await import('../../../src/main/electron/connect.ts');
    acceptPorts(connectInProcess(router));
    const { emitter, port2 } = mainPort();
    electron.ipcMain.emit('eigenbench:connect', { senderFrame, ports: [emitter] });
    expect(emitter.close).toHaveBeenCalledOnce();
    expect(emitter.listenerCount('message')).toBe(0);
    port2.close();
  });

  it('survives a message without a port', async () => {
    const { acceptPorts } = await import('../../../src/main/electron/connect.ts');
    acceptPorts(connectInProcess(router));
    const event = { senderFrame: { url: 'app://eigenbench/', parent: null }, ports: [] };
    expect(() => electron.ipcMain.emit('eigenbench:connect', event)).not.toThrow();
  });
});
