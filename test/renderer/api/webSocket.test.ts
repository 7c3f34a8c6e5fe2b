import { ORPCError } from '@orpc/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { failureOf } from '../../../src/renderer/api/client.ts';
import { connectWebSocket } from '../../../src/renderer/api/webSocket.ts';

/** A socket without a network: the test opens, answers and closes it. */
class FakeSocket extends EventTarget {
  readyState = 0;
  readonly sent: string[] = [];

  send(message: string): void {
    this.sent.push(message);
  }

  open(): void {
    this.readyState = 1;
    this.dispatchEvent(new Event('open'));
  }

  close(code = 1006): void {
    this.readyState = 3;
    this.dispatchEvent(Object.assign(new Event('close'), { code }));
  }

  /** Answers the last call with `json`. */
  answer(json: unknown): void {
    const { i } = JSON.parse(this.sent.at(-1) ?? '');
    this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify({ i, p: { b: { json } } }) }));
  }
}

function connected() {
  const sockets: FakeSocket[] = [];
  const connection = connectWebSocket({
    url: 'ws://127.0.0.1/rpc',
    open: () => {
      const socket = new FakeSocket();
      sockets.push(socket);
      return socket as unknown as WebSocket;
    },
  });
  return { connection, sockets };
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('the connection over a web socket', () => {
  it('lets calls wait until it is open', async () => {
    const { connection, sockets } = connected();
    const answer = connection.client.datasets.list();
    await turn();
    expect(sockets[0].sent).toEqual([]);
    expect(connection.state.value).toBe('connecting');
    sockets[0].open();
    await turn();
    expect(sockets[0].sent).toHaveLength(1);
    sockets[0].answer([]);
    expect(await answer).toEqual([]);
    expect([connection.state.value, connection.epoch.value]).toEqual(['open', 1]);
  });

  it('fails the calls under way when it is lost, and serves later ones over the next socket', async () => {
    const { connection, sockets } = connected();
    sockets[0].open();
    const lost = connection.client.datasets.list().then(
      () => 'answered',
      () => 'failed',
    );
    await turn();
    sockets[0].close();
    expect(await lost).toBe('failed');
    expect(connection.state.value).toBe('lost');

    const later = connection.client.datasets.list();
    vi.runOnlyPendingTimers();
    expect(sockets).toHaveLength(2);
    sockets[1].open();
    await turn();
    sockets[1].answer([]);
    expect(await later).toEqual([]);
    expect([connection.state.value, connection.epoch.value]).toEqual(['open', 2]);
  });

  it('waits longer after each failure, and not at all when asked to try now', () => {
    const { connection, sockets } = connected();
    const pauses = vi.spyOn(globalThis, 'setTimeout');
    for (let attempt = 0; attempt < 7; attempt++) {
      sockets.at(-1)?.close();
      vi.runOnlyPendingTimers();
    }
    expect(pauses.mock.calls.map(([, pause]) => pause)).toEqual([300, 600, 1200, 2500, 5000, 5000, 5000]);
    sockets.at(-1)?.close();
    connection.reconnect();
    expect(sockets).toHaveLength(9);
    vi.runOnlyPendingTimers();
    expect(sockets).toHaveLength(9);
  });

  it('stops when the host refuses its token', () => {
    const { connection, sockets } = connected();
    sockets[0].open();
    sockets[0].close(4401);
    vi.runOnlyPendingTimers();
    expect(connection.state.value).toBe('refused');
    expect(sockets).toHaveLength(1);
  });
});

describe('failureOf', () => {
  it('brings paths of problems into one form', () => {
    const problems = [
      { path: 'methods[3].latent.qr', message: 'too large' },
      { path: 'spec.protocol.repeats', message: 'too few' },
    ];
    const failure = failureOf(new ORPCError('INVALID', { message: 'No.', data: { problems } }));
    expect(failure).toEqual({
      message: 'No.',
      code: 'INVALID',
      problems: [
        { path: 'methods.3.latent.qr', message: 'too large' },
        { path: 'protocol.repeats', message: 'too few' },
      ],
    });
  });

  it('reads the issues of a schema that refused the input', () => {
    const issues = [{ path: ['spec', 'methods', 0, { key: 'label' }], message: 'Too long.' }];
    const { problems } = failureOf(new ORPCError('BAD_REQUEST', { data: { issues } }));
    expect(problems).toEqual([{ path: 'methods.0.label', message: 'Too long.' }]);
  });

  it('takes the sentence of any other error', () => {
    expect(failureOf(new TypeError('No connection')).message).toBe('No connection');
    expect(failureOf('odd').message).toBe('odd');
  });
});
