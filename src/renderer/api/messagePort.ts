/** Transport of the desktop host: a message port that the preload script hands over. */
import { RPCLink } from '@orpc/client/message-port';
import { ref } from 'vue';
import { clientOver, type Connection, type ConnectionState, type Link } from './client.ts';

/** What the preload script exposes. */
export interface DesktopBridge {
  /** Asks the shell for a port; it arrives as a window message `{ type: 'eigenbench:port' }`. */
  readonly requestPort: () => void;
}

declare global {
  interface Window {
    readonly eigenbench?: DesktopBridge;
  }
}

/** Connects over the port of the shell. The shell and the page live and die together: nothing to reconnect. */
export function connectMessagePort(bridge: DesktopBridge, page: Window = window): Connection {
  const state = ref<ConnectionState>('connecting');
  const epoch = ref(0);
  const link = new Promise<Link>((resolve) => {
    const take = (event: MessageEvent): void => {
      if (event.source !== page || event.data?.type !== 'eigenbench:port' || !event.ports[0]) return;
      page.removeEventListener('message', take);
      const port = event.ports[0];
      port.start();
      resolve(new RPCLink<Record<never, never>>({ port }));
      state.value = 'open';
      epoch.value++;
    };
    page.addEventListener('message', take);
    bridge.requestPort();
  });
  return {
    client: clientOver({ call: async (path, input, options) => (await link).call(path, input, options) }),
    state,
    epoch,
    reconnect: () => {},
  };
}
