/** The ways to call the engine; the contract suite runs over each of them. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { WebSocketServer } from 'ws';
import type { EngineClient } from '../../src/main/engine/router.ts';
import type { Engine } from '../../src/main/engine/engine.ts';
import { serveMessagePort } from '../../src/main/engineThread/messagePort.ts';
import { pageSocket } from '../../src/main/server/server.ts';
import { connectInProcess } from '../support/connectInProcess.ts';
import { clientOverPort, clientOverSocket } from '../support/pageClients.ts';

export interface Connected {
  readonly client: EngineClient;
  /** Breaks the connection, as a closed window or a lost network would. */
  readonly disconnect: () => Promise<void>;
}

export interface Transport {
  readonly name: string;
  /** As its hosts open the engine: with threads for long reads, or without. */
  readonly readers: boolean;
  readonly connect: (engine: Engine) => Promise<Connected>;
}

const inProcess: Transport = {
  name: 'in process',
  readers: false,
  connect: async (engine) => ({ client: engine.client, disconnect: async () => undefined }),
};

const messagePort: Transport = {
  name: 'over a message port',
  readers: true,
  async connect(engine) {
    const { port1, port2 } = new MessageChannel();
    serveMessagePort(engine.router, port1);
    return { client: clientOverPort(port2), disconnect: async () => port2.close() };
  },
};

const webSocket: Transport = {
  name: 'over a web socket',
  readers: true,
  async connect(engine) {
    const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
    server.on('connection', (socket) => connectInProcess(engine.router)(pageSocket(socket)));
    await once(server, 'listening');
    const socket = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`);
    return {
      client: clientOverSocket(socket),
      async disconnect() {
        for (const client of server.clients) client.terminate();
        await new Promise((resolve) => server.close(resolve));
      },
    };
  },
};

export const transports: readonly Transport[] = [inProcess, messagePort, webSocket];
