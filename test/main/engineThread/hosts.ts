/** The two hosts that put the engine on a thread, each with the client of its page, which reconnects. */
import { EventEmitter } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import type { PageEnd } from '../../../src/main/engineThread/relay.ts';
import { startServer } from '../../../src/main/server/server.ts';
import type { Connection } from '../../../src/renderer/api/client.ts';
import { connectMessagePort } from '../../../src/renderer/api/messagePort.ts';
import { connectWebSocket } from '../../../src/renderer/api/webSocket.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';

export interface TestedHost {
  readonly name: string;
  readonly connect: (connect: (page: PageEnd) => void) => Promise<Connection>;
}

const loopback: TestedHost = {
  name: 'the loopback host',
  async connect(connect) {
    const { page, close } = await loopbackPage(temporaryFolder(), connect);
    onTestFinished(close);
    return page;
  },
};

/** A loopback host whose page is in a new folder, with the client of the page, until it is closed. */
export async function loopbackPage(
  folder: string,
  connect: (page: PageEnd) => void,
): Promise<{ readonly page: Connection; readonly close: () => Promise<void> }> {
  const pageFolder = join(folder, 'page');
  mkdirSync(pageFolder, { recursive: true });
  writeFileSync(join(pageFolder, 'index.html'), '<!doctype html>');
  const host = await startServer({ connect, pageFolder, token: 'key' });
  let over = false;
  const origin = `http://127.0.0.1:${host.port}`;
  // After the test the page dials in vain.
  const open = (url: string, protocols: readonly string[]): globalThis.WebSocket =>
    (over ? new EventTarget() : new WebSocket(url, [...protocols], { origin })) as globalThis.WebSocket;
  const url = `ws://127.0.0.1:${host.port}/rpc`;
  const page = connectWebSocket({ url, protocols: ['eigenbench', 'token.key'], open });
  const close = (): Promise<void> => {
    over = true;
    return host.close();
  };
  return { page, close };
}

/** Electron's main process; its ports are those of Node in the clothes of Electron's. */
const desktop: TestedHost = {
  name: 'the desktop host',
  async connect(connect) {
    const { acceptPorts } = await import('../../../src/main/electron/desktop.ts');
    const { ipcMain } = (await import('electron')) as unknown as { ipcMain: EventEmitter };
    ipcMain.removeAllListeners();
    acceptPorts(connect);
    const page = new EventTarget();
    const ports: MessagePort[] = [];
    let over = false;
    onTestFinished(() => {
      over = true;
      for (const port of ports) port.close();
    });
    const requestPort = (): void => {
      if (over) return; // After the test the page dials in vain.
      const { port1, port2 } = new MessageChannel();
      const main = Object.assign(new EventEmitter(), {
        start: () => {
          port1.addEventListener('message', ({ data }) => main.emit('message', { data, ports: [] }));
          port1.start();
        },
        postMessage: (data: unknown) => port1.postMessage(data),
        close: () => port1.close(),
      });
      port1.addEventListener('close', () => main.emit('close'));
      ipcMain.emit('eigenbench:connect', { senderFrame: { url: 'app://eigenbench/', parent: null }, ports: [main] });
      const message = Object.assign(new Event('message'), { data: { type: 'eigenbench:port' }, ports: [port2] });
      setImmediate(() => page.dispatchEvent(Object.defineProperty(message, 'source', { value: page })));
      ports.push(port2);
    };
    return connectMessagePort({ requestPort }, page as Window);
  },
};

export const hosts: readonly TestedHost[] = [loopback, desktop];
