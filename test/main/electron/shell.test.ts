/** What pages of the desktop shell can and cannot do. Each closed hole has its exploit here. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { MessageChannel } from 'node:worker_threads';
import { os } from '@orpc/server';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { EngineRouter } from '../../../src/main/engine/router.ts';
import { PageFiles } from '../../../src/main/server/pageFiles.ts';
import { connectInProcess } from '../../support/connectInProcess.ts';
import { DoubleEvent, emitEvent } from '../../support/electronDouble/events.ts';
import { clientOverPort } from '../../support/pageClients.ts';
import { onDouble } from './onDouble.ts';
import { sharedFolder } from '../../support/temporaryFolder.ts';

const folder = sharedFolder();
writeFileSync(join(folder, 'index.html'), '<!doctype html><title>Page</title>');
afterEach(() => vi.unstubAllGlobals());

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
    onDouble();
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
    onDouble();
    const { respond } = await import('../../../src/main/electron/appProtocol.ts');
    const response = respond(new PageFiles(folder), { url, method: 'GET' });
    expect(response.status).toBe(status);
    expect(await response.text()).toBe('');
  });

  it('answers GET only', async () => {
    onDouble();
    const { respond } = await import('../../../src/main/electron/appProtocol.ts');
    expect(respond(new PageFiles(folder), { url: 'app://eigenbench/', method: 'POST' }).status).toBe(405);
  });

  it.each(foreign)('does not take %s for its own', async (address) => {
    onDouble();
    const { isOwnAddress } = await import('../../../src/main/electron/appProtocol.ts');
    expect(isOwnAddress(address)).toBe(false);
    expect(isOwnAddress('app://eigenbench/#/studies')).toBe(true);
  });
});

describe('pages', () => {
  async function lockedContents() {
    const { module } = onDouble();
    const { lockDownPages } = await import('../../../src/main/electron/lockdown.ts');
    lockDownPages();
    return new module.BrowserWindow({}).webContents;
  }

  it.each(['will-navigate', 'will-redirect', 'will-frame-navigate'])('are not led away by %s', async (name) => {
    const contents = await lockedContents();
    for (const url of foreign) expect(emitEvent(contents, name, { url }), url).toBe(false);
    expect(emitEvent(contents, name, { url: 'app://eigenbench/' })).toBe(true);
  });

  it('open no windows and hold no webviews', async () => {
    const contents = await lockedContents();
    expect(contents.openHandler?.({ url: 'app://eigenbench/' })).toEqual({ action: 'deny' });
    expect(emitEvent(contents, 'will-attach-webview')).toBe(false);
  });

  async function lockedSession() {
    const double = onDouble();
    const { lockDownSession } = await import('../../../src/main/electron/lockdown.ts');
    const { registerScheme, serveApp } = await import('../../../src/main/electron/appProtocol.ts');
    double.lifecycle.ready = false;
    registerScheme();
    double.lifecycle.ready = true;
    lockDownSession();
    serveApp(new PageFiles(folder));
    return double;
  }

  it('get no permission but writing to the clipboard, no device and no screen', async () => {
    const { services } = await lockedSession();
    for (const permission of [
      'media',
      'display-capture',
      'geolocation',
      'notifications',
      'openExternal',
      'fileSystem',
      'clipboard-read',
    ] as const) {
      const answer = vi.fn();
      services.permissions?.(null as never, permission, answer, {} as never);
      expect(answer, permission).toHaveBeenCalledExactlyOnceWith(false);
      expect(services.permissionChecks?.(null, permission as never, '', {} as never)).toBe(false);
    }
    expect(services.permissionChecks?.(null, 'clipboard-sanitized-write', '', {} as never)).toBe(true);
    expect(services.devices?.({} as never)).toBe(false);
    expect(services.displayMedia).toBeNull();
  });

  it('reach nothing but the application', async () => {
    const { services } = await lockedSession();
    for (const url of ['https://evil.example/x.js', 'file:///etc/passwd', 'app://other/', 'ws://localhost:1/']) {
      expect(await services.request(url, 'GET'), url).toBeNull();
    }
    expect((await services.request('app://eigenbench/', 'GET'))?.status).toBe(200);
  });
});

describe('the preload script', () => {
  /** The script in a page: what it exposes, says and hears. */
  async function preloaded() {
    const listeners = new Map<string, (event: unknown) => void>();
    const page = {
      postMessage: vi.fn(),
      location: { origin: 'app://eigenbench' },
      listeners,
      addEventListener: (name: string, listener: (event: unknown) => void) => listeners.set(name, listener),
    };
    vi.stubGlobal('window', page);
    const exposed = new Map<string, Record<string, () => void>>();
    const heard = new Map<string, (event: unknown, ...parameters: unknown[]) => void>();
    const ipcRenderer = {
      postMessage: vi.fn<(channel: string, message: unknown, ports: MessagePort[]) => void>(),
      send: vi.fn(),
      on: (channel: string, listener: () => void) => heard.set(channel, listener),
    };
    vi.resetModules();
    vi.doMock('electron', () => ({
      contextBridge: { exposeInMainWorld: (name: string, api: Record<string, () => void>) => exposed.set(name, api) },
      ipcRenderer,
      webUtils: { getPathForFile: (file: { path?: string }) => file.path ?? '' },
    }));
    await import('../../../src/main/electron/preload.ts');
    return { page, exposed, heard, ipcRenderer };
  }

  it('exposes one function, which hands over one end of a channel', async () => {
    const { page, exposed, ipcRenderer } = await preloaded();
    expect([...exposed].map(([name, api]) => [name, Object.keys(api)])).toEqual([['eigenbench', ['requestPort']]]);
    exposed.get('eigenbench')!.requestPort();
    const [channel, , [sent]] = ipcRenderer.postMessage.mock.lastCall!;
    const [message, target, [kept]] = page.postMessage.mock.calls[0];
    expect(channel).toBe('eigenbench:connect');
    expect(message).toEqual({ type: 'eigenbench:port' });
    expect(target).toBe('app://eigenbench');
    const arrived = new Promise((resolve) => (sent.onmessage = (event) => resolve(event.data)));
    kept.postMessage('through');
    expect(await arrived).toBe('through');
    sent.close();
  });

  it('passes messages of the shell on to its own page only', async () => {
    const { page, heard } = await preloaded();
    expect([...heard.keys()]).toEqual(['eigenbench:tell']);
    heard.get('eigenbench:tell')!({}, { kind: 'go', to: 'import' });
    expect(page.postMessage).toHaveBeenCalledExactlyOnceWith(
      { type: 'eigenbench:tell', message: { kind: 'go', to: 'import' } },
      'app://eigenbench',
    );
  });

  it('reports what the user drops, and nothing that a page drops itself or that has no path', async () => {
    const { page, ipcRenderer } = await preloaded();
    // A trusted event cannot be made: the listener gets an object that says so.
    const drop = (isTrusted: boolean, ...files: object[]): boolean => {
      const event = Object.assign(new DoubleEvent(), { isTrusted, dataTransfer: { files } });
      page.listeners.get('drop')!(event);
      return event.defaultPrevented;
    };
    expect(drop(false, { path: '/etc/passwd' })).toBe(true);
    expect(drop(true)).toBe(true);
    expect(ipcRenderer.send).not.toHaveBeenCalled();
    expect(drop(true, { path: '/data/orl' }, {})).toBe(true);
    expect(ipcRenderer.send).toHaveBeenCalledExactlyOnceWith('eigenbench:dropped', ['/data/orl']);
  });
});

describe('the engine', () => {
  const router = { workspace: { info: os.handler(() => ({ path: 'here' })) } } as unknown as EngineRouter;

  /** A page of this address that asks for its port; the end that it keeps, and whether the other one was closed. */
  async function connected(address: string | null) {
    const double = onDouble();
    const { acceptPorts } = await import('../../../src/main/electron/desktop.ts');
    acceptPorts(connectInProcess(router));
    const { id } = new double.module.BrowserWindow({});
    const { port1, port2 } = new MessageChannel();
    const close = vi.fn(() => port1.close());
    if (address !== null) double.navigated(id, address);
    const port = double.connect(id, 'eigenbench:connect', { deliver: (data) => port1.postMessage(data), close });
    port1.on('message', (data) => port.arrive(data));
    return { double, id, close, port, port2 };
  }

  it('answers the top frame of the application’s own page over its port', async () => {
    const { port2 } = await connected('app://eigenbench/');
    const client = clientOverPort(port2 as unknown as MessagePort);
    expect(await client.workspace.info()).toEqual({ path: 'here' });
    port2.close();
  });

  it.each([
    ['another site', 'https://evil.example/'],
    ['another host of the scheme', 'app://evil/'],
    ['a frame that is gone', null],
  ])('closes the port of %s', async (_name, address) => {
    const { close, port, port2 } = await connected(address);
    expect(close).toHaveBeenCalledOnce();
    expect(port.listenerCount('message')).toBe(0);
    port2.close();
  });

  it('answers no frame within the page', async () => {
    onDouble();
    const { isTrustedFrame } = await import('../../../src/main/electron/lockdown.ts');
    const top = { url: 'app://eigenbench/', parent: null };
    expect(isTrustedFrame(top)).toBe(true);
    expect(isTrustedFrame({ ...top, parent: top as never })).toBe(false);
  });

  it('survives a message without a port', async () => {
    const { double, id } = await connected('app://eigenbench/');
    expect(() => double.receive(id, 'eigenbench:connect', [null])).not.toThrow();
  });
});
