/** The loopback host over real sockets. Each closed hole has its exploit here. */
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { request, type IncomingHttpHeaders } from 'node:http';
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { os } from '@orpc/server';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import type { EngineRouter } from '../../../src/main/engine/router.ts';
import { startServer, type RunningServer } from '../../../src/main/server/server.ts';
import { connectInProcess } from '../../support/connectInProcess.ts';
import { clientOverSocket } from '../../support/pageClients.ts';
import { sharedFolder } from '../../support/temporaryFolder.ts';

const token = 'a-token-of-the-test';
const connectPage = connectInProcess({
  workspace: { info: os.handler(() => ({ path: 'here' })) },
} as unknown as EngineRouter);
const folder = sharedFolder();
const pageFolder = join(folder, 'page');
let server: RunningServer;

beforeAll(async () => {
  mkdirSync(join(pageFolder, 'assets'), { recursive: true });
  writeFileSync(join(pageFolder, 'index.html'), '<!doctype html><title>Page</title>');
  writeFileSync(join(pageFolder, 'assets', 'main-1a2b.js'), 'export {};');
  writeFileSync(join(folder, 'secret.txt'), 'secret');
  symlinkSync(join(folder, 'secret.txt'), join(pageFolder, 'assets', 'link.txt'));
  server = await startServer({ connect: connectPage, pageFolder, token });
});
afterAll(async () => {
  await server.close();
});

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Sends the path exactly as given: fetch would normalise it. */
function get(path: string, options: { method?: string; host?: string } = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const { method = 'GET', host = `127.0.0.1:${server.port}` } = options;
    request({ host: '127.0.0.1', port: server.port, path, method, headers: { host } }, (response) => {
      let body = '';
      response.on('data', (chunk) => (body += chunk));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body }));
    })
      .on('error', reject)
      .end();
  });
}

/**
 * Sends a head of a request as it is and answers what came back: all of it, or the first part where the connection
 * stays open.
 */
function sendRaw(head: string, until: 'end' | 'opening' = 'end'): Promise<string> {
  const close = until === 'end' ? 'Connection: close\r\n' : '';
  return new Promise((resolve, reject) => {
    const raw = connect(server.port, '127.0.0.1', () => raw.write(`${head}${close}\r\n`));
    let text = '';
    raw.on('data', (chunk) => {
      text += chunk;
      if (until === 'opening') raw.destroy();
    });
    raw.on('error', reject);
    raw.on('close', () => resolve(text));
  });
}

/** Opens /rpc and tells what came of it: 'open', the status of a refusal, or the code of the closing. */
function dial(options: {
  protocols?: string[];
  origin?: string | null;
  host?: string;
  path?: string;
}): Promise<string> {
  const { protocols = ['eigenbench', `token.${token}`], path = '/rpc' } = options;
  const host = options.host ?? `127.0.0.1:${server.port}`;
  const origin = options.origin === undefined ? `http://${host}` : options.origin;
  const socket = new WebSocket(`ws://127.0.0.1:${server.port}${path}`, protocols, {
    headers: { host, ...(origin === null ? {} : { origin }) },
  });
  return new Promise((resolve) => {
    socket.on('unexpected-response', (_request, response) => resolve(`status ${response.statusCode}`));
    socket.on('error', () => {});
    socket.on('close', (code) => resolve(`closed ${code}`));
    // A refusal for the token comes after the opening; an answered ping shows that the host keeps the connection.
    socket.on('open', () => socket.ping());
    socket.on('pong', () => {
      resolve('open');
      socket.close();
    });
  });
}

describe('the page', () => {
  it('is served with its media type and a content security policy without inline scripts', async () => {
    const answer = await get('/');
    expect(answer.status).toBe(200);
    expect(answer.body).toContain('<title>Page</title>');
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
    const policy = String(answer.headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/unsafe-eval|script-src[^;]*unsafe-inline/);
    expect(answer.headers['x-content-type-options']).toBe('nosniff');
  });

  it('has assets that may be kept for ever and an index that may not', async () => {
    const asset = await get('/assets/main-1a2b.js?x=1');
    expect(asset.status).toBe(200);
    expect(asset.headers['content-type']).toBe('text/javascript; charset=utf-8');
    expect(asset.headers['cache-control']).toContain('immutable');
    expect((await get('/index.html')).headers['cache-control']).toBe('no-cache');
  });

  it('answers addresses within the page with the index, and missing files with 404', async () => {
    expect((await get('/studies/3')).body).toContain('<title>Page</title>');
    expect((await get('/assets/missing.js')).status).toBe(404);
    expect((await get('/assets/missing')).status).toBe(404);
    expect((await get('/favicon.ico')).status).toBe(404);
  });

  it.each([
    '/../secret.txt',
    '/assets/../../secret.txt',
    '/..%2fsecret.txt',
    '/%2e%2e/secret.txt',
    '/%2e%2e%2fsecret.txt',
    '/assets/%2e%2e%2f%2e%2e%2fsecret.txt',
    '/%252e%252e%252fsecret.txt',
    '/..%5csecret.txt',
    '/..\\secret.txt',
    '//secret.txt',
    '/%00/../secret.txt',
    '/assets/link.txt',
    '/%ff',
    '/assets/main-1a2b.js%00.html',
  ])('cannot be left by the path %s', async (path) => {
    const answer = await get(path);
    expect(answer.body).not.toContain('secret');
    expect(answer.status).toBe(404);
  });

  it.each(['POST', 'PUT', 'DELETE', 'OPTIONS'])('refuses %s', async (method) => {
    const answer = await get('/', { method });
    expect(answer.status).toBe(405);
    expect(answer.headers['access-control-allow-origin']).toBeUndefined();
  });

  it('does not contain the token', async () => {
    const answer = await get('/');
    expect(answer.body + JSON.stringify(answer.headers)).not.toContain(token);
  });

  it.each([
    'evil.example',
    'evil.example:80',
    '127.0.0.1.evil.example',
    'localhost.evil.example',
    '127.0.0.1@evil.example',
    '0.0.0.0',
    '[::2]',
  ])('is not served to a name that was rebound to the loopback (%s)', async (host) => {
    const answer = await get('/', { host });
    expect(answer.status).toBe(403);
    expect(answer.body).not.toContain('Page');
  });

  it.each([
    ['a missing file', '/favicon.ico', {}, 404],
    ['a rebound name', '/', { host: 'evil.example' }, 403],
    ['a method', '/', { method: 'POST' }, 405],
  ])('refuses %s with the headers of every answer', async (_name, path, options, status) => {
    const [answer, page] = [await get(path, options), await get('/')];
    expect(answer.status).toBe(status);
    for (const name of ['content-security-policy', 'x-frame-options', 'referrer-policy', 'x-content-type-options']) {
      expect(answer.headers[name]).toBe(page.headers[name]);
    }
  });

  it('is not served to a request with two Host headers, of which a proxy may have read the other one', async () => {
    const own = `127.0.0.1:${server.port}`;
    for (const hosts of [
      [own, 'evil.example'],
      ['evil.example', own],
      [own, own],
    ]) {
      expect(await sendRaw(`GET / HTTP/1.1\r\nHost: ${hosts[0]}\r\nhost: ${hosts[1]}\r\n`)).toMatch(/^HTTP\/1\.1 400 /);
    }
    expect(await sendRaw('GET / HTTP/1.1\r\n')).toMatch(/^HTTP\/1\.1 400 /);
  });

  it('is served through a tunnel with another port', async () => {
    expect((await get('/', { host: 'localhost:8080' })).status).toBe(200);
  });
});

describe('the engine', () => {
  it('answers a page of its own with the token', async () => {
    const socket = new WebSocket(`ws://127.0.0.1:${server.port}/rpc`, ['eigenbench', `token.${token}`], {
      origin: `http://127.0.0.1:${server.port}`,
    });
    const client = clientOverSocket(socket);
    expect(await client.workspace.info()).toEqual({ path: 'here' });
    expect(socket.protocol).toBe('eigenbench');
    socket.close();
  });

  it('answers through a tunnel with another port', async () => {
    expect(await dial({ host: 'localhost:8080' })).toBe('open');
  });

  it.each([
    ['none', ['eigenbench']],
    ['an empty one', ['eigenbench', 'token.']],
    ['a wrong one', ['eigenbench', 'token.wrong']],
    ['the beginning of it', ['eigenbench', `token.${token.slice(0, -1)}`]],
    ['more than it', ['eigenbench', `token.${token}x`]],
    ['it without its prefix', ['eigenbench', token]],
  ])('refuses a page with no valid token: %s', async (_name, protocols) => {
    expect(await dial({ protocols })).toBe('closed 4401');
  });

  it.each([
    'http://evil.example',
    'https://127.0.0.1',
    'http://127.0.0.1:1',
    'http://localhost',
    'null',
    'file://',
    'http://127.0.0.1.evil.example',
  ])('refuses a page of another origin even with the token: %s', async (origin) => {
    expect(await dial({ origin })).toBe('status 403');
  });

  it('refuses a caller that states no origin', async () => {
    expect(await dial({ origin: null })).toBe('status 403');
  });

  it('refuses a rebound name whose origin agrees with it', async () => {
    expect(await dial({ host: `evil.example:${server.port}` })).toBe('status 403');
  });

  it('refuses a second Host header, with the headers of every answer', async () => {
    const own = `127.0.0.1:${server.port}`;
    const upgrade = [
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
      'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
      `Sec-WebSocket-Protocol: eigenbench, token.${token}`,
      `Origin: http://${own}`,
      `Host: ${own}`,
    ];
    expect(await sendRaw(['GET /rpc HTTP/1.1', ...upgrade, ''].join('\r\n'), 'opening')).toMatch(/^HTTP\/1\.1 101 /);
    const refused = await sendRaw(['GET /rpc HTTP/1.1', ...upgrade, 'Host: evil.example', ''].join('\r\n'));
    expect(refused).toMatch(/^HTTP\/1\.1 403 /);
    expect(refused).toContain("content-security-policy: default-src 'none'");
  });

  it('is at /rpc only', async () => {
    expect(await dial({ path: '/' })).toBe('status 403');
    expect(await dial({ path: '/rpc/../rpc2' })).toBe('status 403');
  });

  it('is not to be had over plain HTTP', async () => {
    expect((await get('/rpc', { method: 'POST' })).status).toBe(405);
    expect((await get('/rpc/workspace/info')).body).not.toContain('here');
  });

  it('survives bytes that are no HTTP', async () => {
    await new Promise<void>((resolve) => {
      const raw = connect(server.port, '127.0.0.1', () => raw.write('\u0000\u0001 nonsense\r\n\r\n'));
      raw.on('error', () => {});
      raw.on('close', () => resolve());
    });
    expect(await dial({})).toBe('open');
  });

  it.each([
    ['text', 'nonsense'],
    ['an empty object', '{}'],
    ['a number as id', '{"i":1}'],
    ['no payload', '{"i":"1"}'],
    ['a body of another kind', '{"i":"1","p":{"u":"/workspace/info","h":{"content-type":"multipart/form-data"}}}'],
    ['a part of a stream', '{"i":"1","t":3,"p":{}}'],
    ['bytes', Buffer.from([255, 255, 1])],
  ])('closes a connection that sends no call (%s), and prints nothing', async (_name, message) => {
    const print = vi.spyOn(console, 'error').mockImplementation(() => {});
    const socket = new WebSocket(`ws://127.0.0.1:${server.port}/rpc`, ['eigenbench', `token.${token}`], {
      origin: `http://127.0.0.1:${server.port}`,
    });
    await new Promise((resolve) => socket.on('open', resolve));
    const closed = new Promise((resolve) => socket.on('close', resolve));
    socket.send(message);
    expect(await closed).toBe(1007);
    expect(await dial({})).toBe('open');
    expect(print).not.toHaveBeenCalled();
    print.mockRestore();
  });

  it('listens on the loopback only', async () => {
    const outside = Object.values(networkInterfaces())
      .flat()
      .find((address) => address?.family === 'IPv4' && !address.internal);
    if (!outside) return console.log('Skipped: this machine has no other network interface.');
    const reached = await new Promise((resolve) => {
      const socket = connect({ host: outside.address, port: server.port, timeout: 2000 });
      socket.on('connect', () => resolve(true));
      socket.on('timeout', () => resolve(false));
      socket.on('error', () => resolve(false));
    });
    expect(reached).toBe(false);
  });
});

describe('starting', () => {
  it('gives an address with a new token in the fragment each time', async () => {
    const hosts = await Promise.all([
      startServer({ connect: connectPage, pageFolder }),
      startServer({ connect: connectPage, pageFolder }),
    ]);
    const [first, second] = hosts.map((host) => new URL(host.url));
    expect(first.hostname).toBe('127.0.0.1');
    expect(first.hash).toMatch(/^#token=[\w-]{43}$/);
    expect(first.hash).not.toBe(second.hash);
    expect(first.search).toBe('');
    await Promise.all(hosts.map((host) => host.close()));
  });

  it('rejects where the page has not been built', async () => {
    await expect(startServer({ connect: connectPage, pageFolder: join(folder, 'nowhere') })).rejects.toThrow();
  });

  it('rejects where the port is taken', async () => {
    await expect(startServer({ connect: connectPage, pageFolder, port: server.port })).rejects.toThrow('EADDRINUSE');
  });

  it('ends open connections when it closes', async () => {
    const other = await startServer({ connect: connectPage, pageFolder, token });
    const socket = new WebSocket(`ws://127.0.0.1:${other.port}/rpc`, ['eigenbench', `token.${token}`], {
      origin: `http://127.0.0.1:${other.port}`,
    });
    await new Promise((resolve) => socket.on('open', resolve));
    const closed = new Promise((resolve) => socket.on('close', resolve));
    await other.close();
    await closed;
  });
});
