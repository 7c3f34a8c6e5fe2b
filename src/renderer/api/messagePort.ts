/** Transport of the desktop host: message ports from the preload script; a lost one is replaced. */
import { RPCLink } from '@orpc/client/message-port';
import type { Connection } from './client.ts';
import { reconnecting } from './reconnecting.ts';
import { isPart, type ReplyChunk } from '../../core/contract/chunkedReply.ts';

type Listener = (event: { data?: unknown }) => void;

/** Adapts a port of the shell for the client: joins the parts of long replies. */
function joinedParts(port: MessagePort): Pick<MessagePort, 'addEventListener' | 'postMessage'> {
  let parts: ReplyChunk[] = [];
  const whole = (data: unknown): unknown => {
    if (!isPart(data)) return data;
    parts.push(data);
    if (!data.last) return undefined;
    const bytes = parts.length === 1 ? data.bytes : joined(parts);
    parts = [];
    return data.text ? new TextDecoder().decode(bytes) : bytes;
  };
  const addEventListener = (name: string, listener: Listener): void =>
    port.addEventListener(name, (event) => {
      if (name !== 'message') return listener(event as MessageEvent);
      const data = whole((event as MessageEvent).data);
      // Only a closing port sends anything else.
      if (typeof data === 'string' || data instanceof Uint8Array) listener({ data });
    });
  return { addEventListener, postMessage: port.postMessage.bind(port) } as MessagePort;
}

function joined(parts: readonly ReplyChunk[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, { bytes }) => sum + bytes.length, 0));
  let offset = 0;
  for (const { bytes } of parts) {
    all.set(bytes, offset);
    offset += bytes.length;
  }
  return all;
}

/** API exposed by the preload script. */
export interface DesktopBridge {
  /** Requests a port from the shell; it arrives as a window message `{ type: 'eigenbench:port' }`. */
  readonly requestPort: () => void;
}

declare global {
  interface Window {
    readonly eigenbench?: DesktopBridge;
  }
}

/** Connects over a port of the shell. It closes when the engine exits; the next engine has another port. */
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
