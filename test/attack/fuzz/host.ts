/**
 * A loopback host with its engine on a thread, to which strangers and its own page send heads of requests, calls and
 * frames, damaged. Whatever they send, the host and the same engine answer the page of somebody else afterwards, and
 * nothing but the page and its own calls is answered.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { WebSocket } from 'ws';
import { superviseEngine } from '../../../src/main/engineThread/supervisor.ts';
import { startServer } from '../../../src/main/server/server.ts';
import { clientOverSocket } from '../../support/pageClients.ts';
import { finishedWorkspace } from '../../main/workspace/content.ts';
import { deletes, procedures, valueFor } from './contract.ts';
import { mutate, type Random } from './mutate.ts';
import { mutateJson } from './mutateJson.ts';
import { SLOW, type Target } from './target.ts';

const KEY = 'a-key-of-the-campaign';
const SECRET = 'what lies beside the page';
/** Milliseconds that an answer may take on a busy machine. */
const PATIENCE = 60_000;

const hints = {
  id: [1, 1, 2],
  spec: [{ name: 'x', dataset: 'faces', methods: [{ method: 'pca' }] }],
  ids: [[1], [1, 2]],
};

export async function host(folder: string): Promise<Target> {
  const inside = join(folder, 'host');
  const pageFolder = join(inside, 'page');
  mkdirSync(join(pageFolder, 'assets'), { recursive: true });
  writeFileSync(join(pageFolder, 'index.html'), '<!doctype html><title>Page</title>');
  writeFileSync(join(pageFolder, 'assets', 'main-1a2b.js'), 'export {};');
  writeFileSync(join(inside, 'secret.txt'), SECRET);
  const workspacePath = join(inside, 'w.eigenbench');
  await finishedWorkspace(workspacePath);
  const over: string[] = [];
  const engine = superviseEngine({
    open: { workspacePath, host: 'browser', roots: [inside], workers: 1 },
    patience: PATIENCE,
    onRestart: (sentence) => over.push(sentence),
    onLost: (sentence) => over.push(sentence),
  });
  await engine.opened;
  const server = await startServer({ connect: engine.connect, pageFolder, token: KEY });
  const own = `127.0.0.1:${server.port}`;
  const open = (): WebSocket =>
    new WebSocket(`ws://${own}/rpc`, ['eigenbench', `token.${KEY}`], { origin: `http://${own}` });
  const other = open();
  const page = clientOverSocket(other);
  const kept = procedures.filter((procedure) => deletes(procedure) === 0);

  /** Heads of requests that the host answers or refuses. */
  const heads = [
    `GET / HTTP/1.1\r\nHost: ${own}\r\n`,
    `GET /assets/main-1a2b.js HTTP/1.1\r\nHost: localhost:${server.port}\r\nRange: bytes=0-3\r\n`,
    `GET /../secret.txt HTTP/1.1\r\nHost: ${own}\r\n`,
    `GET /assets/..%2f..%2fsecret.txt HTTP/1.0\r\nHost: ${own}\r\n`,
    `POST / HTTP/1.1\r\nHost: ${own}\r\nContent-Length: 99999\r\n`,
    `POST / HTTP/1.1\r\nHost: ${own}\r\nTransfer-Encoding: chunked\r\n`,
    `GET / HTTP/1.1\r\nHost: evil.example\r\n`,
    upgrade('wrong'),
  ].map((head) => Buffer.from(`${head}Connection: close\r\n\r\n`));

  function upgrade(key: string): string {
    return (
      `GET /rpc HTTP/1.1\r\nHost: ${own}\r\nOrigin: http://${own}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
      `Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${createHash('md5').update(key).digest('base64')}\r\n` +
      `Sec-WebSocket-Protocol: eigenbench, token.${key}\r\n`
    );
  }

  /** What comes back until the connection is closed, which this side asks for. */
  function exchange(bytes: Uint8Array): Promise<string> {
    return new Promise((resolve) => {
      const socket = connect(server.port, '127.0.0.1', () => socket.end(bytes));
      let text = '';
      socket.on('data', (chunk) => (text += chunk.toString('latin1')));
      socket.on('error', () => resolve(text));
      socket.on('close', () => resolve(text));
    });
  }

  async function strangersHead(random: Random): Promise<string> {
    const bytes = mutate(heads[random(heads.length)], random);
    const text = await exchange(bytes);
    if (text.includes(SECRET)) throw new Error(`a file outside was sent for ${JSON.stringify(String(bytes))}`);
    if (text.includes(KEY)) throw new Error(`the key was sent for ${JSON.stringify(String(bytes))}`);
    const status = /^HTTP\/1\.1 (\d{3}) /.exec(text)?.[1];
    if (status === undefined) {
      if (text === '') return 'closed';
      throw new Error(`${JSON.stringify(text.slice(0, 80))} was answered to ${JSON.stringify(String(bytes))}`);
    }
    return Number(status) < 300 ? 'the page' : 'refused';
  }

  async function strangersFrames(random: Random): Promise<string> {
    const frames = Buffer.from(Array.from({ length: 1 + random(60) }, () => random(256)));
    const text = await exchange(Buffer.concat([Buffer.from(`${upgrade(KEY)}\r\n`), frames]));
    if (!text.startsWith('HTTP/1.1 101 ')) throw new Error(`no WebSocket: ${JSON.stringify(text.slice(0, 80))}`);
    return 'closed';
  }

  function call(random: Random): string {
    const { path, schema } = kept[random(kept.length)];
    const json = schema && valueFor(schema, random, hints);
    return JSON.stringify(
      { i: String(random(4)), p: { u: `/${path.join('/')}`, b: { json, meta: [] } } },
      (_, value: unknown) => (typeof value === 'bigint' ? 1 : value),
    );
  }

  /** Calls of a page of its own, in which one in three is whole. */
  async function ownCalls(random: Random): Promise<string> {
    const socket = open();
    const outcome = new Promise<string>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error('neither an answer nor an end')), PATIENCE);
      const settle = (how: string) => {
        clearTimeout(timer);
        resolve(how);
      };
      socket.on('error', () => settle('closed'));
      socket.on('close', (code) =>
        [1005, 1007, 1009].includes(code) ? settle('closed') : reject(new Error(`closed with ${code}`)),
      );
      socket.on('message', () => settle('answered'));
      // Where nothing is answered, as to the end of a call that there is not, a sound call is.
      socket.on('open', () => {
        for (let n = random(3); n >= 0; n--) {
          const whole = call(random);
          const kind = random(6);
          if (kind < 2) socket.send(whole);
          else if (kind < 4) socket.send(mutateJson(whole, random));
          else if (kind < 5) socket.send(Buffer.from(mutate(Buffer.from(whole), random)).toString());
          else socket.send(mutate(Buffer.from(whole), random));
        }
        socket.send('{"i":"last","p":{"u":"/settings/get"}}');
      });
    });
    try {
      return await outcome;
    } finally {
      socket.terminate();
    }
  }

  return {
    name: 'host',
    weight: SLOW,
    async attempt(random) {
      const kind = random(6);
      const outcome = await (kind < 2 ? strangersHead : kind < 3 ? strangersFrames : ownCalls)(random);
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(new Error('the other page is not answered any more')), PATIENCE);
      });
      const { restart } = await Promise.race([page.workspace.info(), late]).finally(() => clearTimeout(timer));
      if (restart !== null || over.length > 0) throw new Error(`the engine: ${over.splice(0).join(' ')}`);
      return outcome;
    },
    async close() {
      other.terminate();
      await server.close();
      await engine.close();
    },
  };
}
