/** Transport of the desktop host: message ports that the preload script hands over, one after another is lost. */
import { RPCLink } from '@orpc/client/message-port';
import type { Connection } from './client.ts';
import { joinedParts } from './joinedParts.ts';
import { reconnecting } from './reconnecting.ts';

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

/** Connects over a port of the shell. It closes when the engine ends, and the engine that follows has another one. */
export function connectMessagePort(bridge: DesktopBridge, page: Window = window): Connection {
  const connection = reconnecting(() => bridge.requestPort());
  page.addEventListener('message', (event: MessageEvent): void => {
    if (event.source !== page || event.data?.type !== 'eigenbench:port' || !event.ports[0]) return;
    const port = event.ports[0];
    port.addEventListener('close', () => connection.lost());
    connection.opened(new RPCLink<Record<never, never>>({ port: joinedParts(port) }));
    port.start();
  });
  bridge.requestPort();
  return connection;
}
