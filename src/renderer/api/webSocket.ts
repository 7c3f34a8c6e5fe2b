/** Transport of the browser host: a WebSocket on the page's own origin that comes back after it was lost. */
import { RPCLink } from '@orpc/client/websocket';
import { ref } from 'vue';
import { clientOver, type Connection, type ConnectionState, type Link } from './client.ts';

/** Milliseconds before each further attempt; the last one repeats. */
const PAUSES = [300, 600, 1200, 2500, 5000] as const;
/** The host's close code for a page whose token is missing or old. */
const REFUSED = 4401;

export interface WebSocketOptions {
  readonly url: string;
  /** @default [] */
  readonly protocols?: readonly string[];
  /** Makes the socket; tests put their own here. @default new WebSocket(…) */
  readonly open?: (url: string, protocols: readonly string[]) => WebSocket;
}

/**
 * Connects and keeps connecting. Calls made while there is no connection wait for the next one; calls that were under
 * way when it was lost fail with the transport's error.
 */
export function connectWebSocket(options: WebSocketOptions): Connection {
  const open = options.open ?? ((url, protocols) => new WebSocket(url, [...protocols]));
  const state = ref<ConnectionState>('connecting');
  const epoch = ref(0);
  const waiting: ((link: Link) => void)[] = [];
  let current: Link | null = null;
  let attempt = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function dial(): void {
    clearTimeout(timer);
    timer = undefined;
    const socket = open(options.url, options.protocols ?? []);
    socket.addEventListener('open', () => {
      const link = new RPCLink<Record<never, never>>({ websocket: socket });
      current = link;
      attempt = 0;
      epoch.value++;
      state.value = 'open';
      for (const proceed of waiting.splice(0)) proceed(link);
    });
    socket.addEventListener('close', (event) => {
      current = null;
      if (event.code === REFUSED) {
        state.value = 'refused';
        return;
      }
      state.value = 'lost';
      timer = setTimeout(dial, PAUSES[Math.min(attempt++, PAUSES.length - 1)]);
    });
  }

  const link: Link = {
    call: async (path, input, callOptions) => {
      const open = current ?? (await new Promise<Link>((proceed) => waiting.push(proceed)));
      return open.call(path, input, callOptions);
    },
  };
  dial();
  return {
    client: clientOver(link),
    state,
    epoch,
    reconnect: () => {
      if (timer !== undefined) dial();
    },
  };
}
