import { RPCHandler } from '@orpc/server/ws';
import type { WebSocket as NodeWebSocket } from 'ws';
import type { EngineRouter } from '../engine/router.ts';
import { isCall } from './isCall.ts';

/** Closed because of a message that is none of the protocol (RFC 6455: inconsistent data). */
const MALFORMED = 1007;

/**
 * Answers calls that arrive over an accepted WebSocket, until it closes; then running streams end. Anything but a call
 * closes it.
 */
export function serveWebSocket(router: EngineRouter, socket: NodeWebSocket): void {
  void new RPCHandler(router).upgrade(onlyCalls(socket));
}

type Served = Parameters<RPCHandler<Record<never, never>>['upgrade']>[0];

function onlyCalls(socket: NodeWebSocket): Served {
  const listen = (name: string, listener: (event: { data?: unknown }) => void): void => {
    socket.addEventListener(name as 'message', (event: { data?: unknown }) => {
      if (name !== 'message' || isCall(event.data)) listener(event);
      else socket.close(MALFORMED, 'Expected a call.');
    });
  };
  return { send: socket.send.bind(socket), addEventListener: listen } as Served;
}
