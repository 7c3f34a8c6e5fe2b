/** Chooses the transport: the desktop shell's port if available, otherwise the host that served the page. */
import type { Connection } from './client.ts';
import { connectMessagePort } from './messagePort.ts';
import { connectWebSocket } from './webSocket.ts';

const TOKEN_KEY = 'eigenbench-token';

export function connect(): Connection {
  if (window.eigenbench) return connectMessagePort(window.eigenbench);
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
  const token = takeToken();
  return connectWebSocket({
    url: `${scheme}://${location.host}/rpc`,
    protocols: token === null ? ['eigenbench'] : ['eigenbench', `token.${token}`],
  });
}

/**
 * The fragment of the first address holds the host's token, followed by the page to open if it is not Home. The token
 * moves to the session storage of this tab, which keeps it out of the history and lets a reload connect.
 */
function takeToken(): string | null {
  const match = /^#token=([\w-]+)(?:&page=(\/[\w/-]*))?$/.exec(location.hash);
  if (!match) return sessionStorage.getItem(TOKEN_KEY);
  sessionStorage.setItem(TOKEN_KEY, match[1]);
  history.replaceState(null, '', `${location.pathname}${location.search}#${match[2] ?? '/'}`);
  return match[1];
}
