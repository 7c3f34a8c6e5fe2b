/** The loopback host: serves the page over HTTP and connects it to the engine over a WebSocket, on 127.0.0.1 only. */
import { createServer, type IncomingMessage, type ServerResponse, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { WebSocketServer, type WebSocket } from 'ws';
import type { PageEnd, Closing } from '../engineThread/relay.ts';
import { PageFiles } from './pageFiles.ts';
import { securityHeaders } from './securityHeaders.ts';

// Access control of the loopback host. Any page in the user's browser and any program of another user of the machine
// can reach 127.0.0.1, so a request must carry a Host that is the loopback itself (a foreign name that resolves to
// 127.0.0.1 is DNS rebinding), an Origin equal to that Host (another site's script always sends its own), and the
// token.

/** The subprotocol of the host; the token travels as a second one, which does not appear in logs of addresses. */
const PROTOCOL = 'eigenbench';
const TOKEN_PREFIX = 'token.';

/** 256 random bits, URL-safe. */
function createToken(): string {
  return randomBytes(32).toString('base64url');
}

/**
 * True if the request has exactly one Host header: of several, Node reports the first, and a proxy may have read the
 * last.
 */
function namesOneHost({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>): boolean {
  return rawHeaders.filter((text, i) => i % 2 === 0 && text.toLowerCase() === 'host').length === 1;
}

/**
 * True for the loopback's own names, with any port: through an ssh tunnel the browser's port differs from the host's.
 */
function isLoopbackHost(host: string | undefined): boolean {
  return host !== undefined && /^(127\.0\.0\.1|localhost|\[::1\])(:\d{1,5})?$/i.test(host);
}

/** True if the request comes from the page that this host served: same scheme, name and port as the request. */
function isOwnOrigin(headers: Pick<IncomingHttpHeaders, 'origin' | 'host'>): boolean {
  return headers.host !== undefined && headers.origin?.toLowerCase() === `http://${headers.host.toLowerCase()}`;
}

/** True if one of the offered subprotocols is the token. Compares in constant time. */
function carriesToken(offered: string | undefined, token: string): boolean {
  const given = (offered ?? '')
    .split(',')
    .map((name) => name.trim())
    .find((name) => name.startsWith(TOKEN_PREFIX));
  // timingSafeEqual requires equal lengths; all digests have the same length.
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given ?? ''), digest(TOKEN_PREFIX + token));
}

export interface ServerOptions {
  readonly connect: (page: PageEnd) => void;
  readonly pageFolder: string;
  /** @default any free port */
  readonly port?: number;
  /** @default random */
  readonly token?: string;
}

export interface RunningServer {
  readonly port: number;
  /** The address to open; the token is in the fragment, which browsers do not send. */
  readonly url: string;
  /** Closes every connection and stops listening. */
  readonly close: () => Promise<void>;
}

/** Close code for a missing or outdated token; the page shows how to get a new one instead of reconnecting. */
const REFUSED = 4401;
/** An explicit protocol with 10⁵ image indices takes 1 MB. */
const MAX_MESSAGE = 32 * 2 ** 20;

/** Codes of RFC 6455: inconsistent data; the service restarts. */
const CODES: Readonly<Record<Closing, number>> = { malformed: 1007, restarted: 1012 };
const REASONS: Readonly<Record<Closing, string>> = {
  malformed: 'Expected a call.',
  restarted: 'The engine was started again.',
};

/** The page behind an accepted WebSocket. */
export function pageSocket(socket: WebSocket): PageEnd {
  return {
    send(delivery) {
      if (typeof delivery === 'string') socket.send(delivery);
      else socket.send(delivery.bytes, { binary: !delivery.text });
    },
    close: (why) => socket.close(CODES[why], REASONS[why]),
    onMessage: (listener) => void socket.on('message', (data, isBinary) => listener(isBinary ? data : data.toString())),
    onClose: (listener) => void socket.on('close', listener),
  };
}

/** Starts the host. Rejects if the port is taken or the page is missing. */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const token = options.token ?? createToken();
  const page = new PageFiles(options.pageFolder);
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_MESSAGE,
    handleProtocols: (offered) => offered.has(PROTOCOL) && PROTOCOL,
  });
  const server = createServer((request, response) => answer(page, request, response));
  server.on('upgrade', (request, stream, head) => {
    if (!mayUpgrade(request)) return refuse(stream);
    sockets.handleUpgrade(request, stream, head, (socket) => {
      socket.on('error', () => socket.terminate());
      if (!carriesToken(request.headers['sec-websocket-protocol'], token)) {
        return socket.close(REFUSED, 'The token is missing or old.');
      }
      options.connect(pageSocket(socket));
      keepAlive(socket);
    });
  });
  server.on('clientError', (_error, stream) => stream.destroy());

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port ?? 0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `http://127.0.0.1:${port}/#token=${token}`,
    close: async () => {
      for (const socket of sockets.clients) socket.terminate();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function answer(page: PageFiles, request: IncomingMessage, response: ServerResponse): void {
  const fail = (status: number, sentence: string): void => {
    response.writeHead(status, { ...securityHeaders, 'content-type': 'text/plain; charset=utf-8' });
    response.end(request.method === 'HEAD' ? undefined : `${sentence}\n`);
  };
  if (!namesOneHost(request)) return fail(400, 'Expected one Host header.');
  if (!isLoopbackHost(request.headers.host)) return fail(403, 'This host answers to 127.0.0.1 only.');
  if (request.method !== 'GET' && request.method !== 'HEAD') return fail(405, 'Only GET and HEAD are answered.');
  const file = page.find(request.url ?? '/');
  if (file === null) return fail(404, 'Not found.');
  response.writeHead(200, { ...file.headers, 'content-length': file.body.length });
  response.end(request.method === 'HEAD' ? undefined : file.body);
}

function mayUpgrade(request: IncomingMessage): boolean {
  return (
    request.url === '/rpc' &&
    namesOneHost(request) &&
    isLoopbackHost(request.headers.host) &&
    isOwnOrigin(request.headers)
  );
}

function refuse(stream: Duplex): void {
  const headers = { ...securityHeaders, connection: 'close', 'content-length': '0' };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  stream.end(`HTTP/1.1 403 Forbidden\r\n${lines.join('')}\r\n`);
}

/** Closes connections whose peer has vanished (a closed laptop), which ends their streams. */
function keepAlive(socket: WebSocket): void {
  let alive = true;
  socket.on('pong', () => (alive = true));
  const timer = setInterval(() => {
    if (!alive) return socket.terminate();
    alive = false;
    socket.ping();
  }, 30_000);
  timer.unref();
  socket.on('close', () => clearInterval(timer));
}
