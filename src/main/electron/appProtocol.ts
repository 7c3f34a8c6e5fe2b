/** app://eigenbench/: serves the built page from memory, with the headers of the loopback host. */
import { protocol } from 'electron';
import type { PageFiles } from '../server/pageFiles.ts';

const SCHEME = 'app';
const HOST = 'eigenbench';
export const ORIGIN = `${SCHEME}://${HOST}`;

/** Must run before the app is ready. A standard, secure scheme has an origin, storage and a working policy. */
export function registerScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: SCHEME, privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true } },
  ]);
}

export function serveApp(page: PageFiles): void {
  protocol.handle(SCHEME, (request) => respond(page, request));
}

/** The response to one request; only GET of this host's files. */
export function respond(page: PageFiles, request: Pick<Request, 'url' | 'method'>): Response {
  const url = URL.parse(request.url);
  if (url === null || url.protocol !== `${SCHEME}:` || url.host !== HOST) return new Response(null, { status: 403 });
  if (request.method !== 'GET') return new Response(null, { status: 405 });
  const file = page.find(url.pathname);
  if (file === null) return new Response(null, { status: 404 });
  return new Response(new Uint8Array(file.body), { status: 200, headers: { ...file.headers } });
}

/** True for an address of this application. Compares the parts: in Node's URL a custom scheme has the origin "null". */
export function isOwnAddress(address: string): boolean {
  const url = URL.parse(address);
  return (
    url !== null && url.protocol === `${SCHEME}:` && url.host === HOST && url.username === '' && url.password === ''
  );
}
