/** Transport of the browser host: a WebSocket on the page's own origin that reconnects. */
import { RPCLink } from '@orpc/client/websocket';
import type { Connection } from './client.ts';
import { reconnecting } from './reconnecting.ts';

/** The host's close code for a page whose token is missing or outdated. */
const REFUSED = 4401;

export interface WebSocketOptions {
  readonly url: string;
  /** @default [] */
  readonly protocols?: readonly string[];
  /** Creates the socket; replaced in tests. @default new WebSocket(…) */
  readonly open?: (url: string, protocols: readonly string[]) => WebSocket;
}

/** Connects and reconnects, unless the host refuses the page. */
export function connectWebSocket(options: WebSocketOptions): Connection {
  const open = options.open ?? ((url, protocols) => new WebSocket(url, [...protocols]));
  const dial = (): void => {
    const socket = open(options.url, options.protocols ?? []);
    socket.addEventListener('open', () => connection.opened(new RPCLink<Record<never, never>>({ websocket: socket })));
    socket.addEventListener('close', (event) => (event.code === REFUSED ? connection.refused() : connection.lost()));
  };
  const connection = reconnecting(dial);
  dial();
  return connection;
}
