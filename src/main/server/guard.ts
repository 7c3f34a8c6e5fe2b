/**
 * Who may talk to the loopback host. Any page in the user's browser and any program of another user of the machine can
 * reach 127.0.0.1, so a request must carry a Host that is the loopback itself (a foreign name that resolves to
 * 127.0.0.1 is DNS rebinding), an Origin equal to that Host (another site's script always sends its own), and the
 * token.
 */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';

/** The subprotocol that the host speaks; the token travels as a second one, which no log of addresses shows. */
export const PROTOCOL = 'eigenbench';
const TOKEN_PREFIX = 'token.';

/** 256 random bits, URL-safe. */
export function createToken(): string {
  return randomBytes(32).toString('base64url');
}

/** True where the request has one Host header: of several Node tells the first, and a proxy may have read the last. */
export function namesOneHost({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>): boolean {
  return rawHeaders.filter((text, i) => i % 2 === 0 && text.toLowerCase() === 'host').length === 1;
}

/**
 * True for the loopback's own names, with any port: through an ssh tunnel the browser's port is not the host's.
 */
export function isLoopbackHost(host: string | undefined): boolean {
  return host !== undefined && /^(127\.0\.0\.1|localhost|\[::1\])(:\d{1,5})?$/i.test(host);
}

/** True where the request comes from the page that this host served: same scheme, name and port as asked for. */
export function isOwnOrigin(headers: Pick<IncomingHttpHeaders, 'origin' | 'host'>): boolean {
  return headers.host !== undefined && headers.origin?.toLowerCase() === `http://${headers.host.toLowerCase()}`;
}

/** True where one of the offered subprotocols is the token. Takes the same time wherever the two differ. */
export function carriesToken(offered: string | undefined, token: string): boolean {
  const given = (offered ?? '')
    .split(',')
    .map((name) => name.trim())
    .find((name) => name.startsWith(TOKEN_PREFIX));
  // Hashes have one length, which timingSafeEqual needs.
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given ?? ''), digest(TOKEN_PREFIX + token));
}
