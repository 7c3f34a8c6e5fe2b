import type { SupportedMessagePort } from '@orpc/client/message-port';
import { RPCHandler } from '@orpc/server/message-port';
import type { EngineRouter } from '../engine/router.ts';
import { isCall } from './isCall.ts';

/** A port of the page, of Node's worker_threads, or of Electron's main process. */
export type Port = (
  | Pick<MessagePort, 'addEventListener' | 'postMessage'>
  | {
      on: (event: string, listener: (event?: { data: unknown }) => void) => unknown;
      postMessage: (data: unknown) => void;
    }
) & { start?: () => void; close?: () => void };

/** Answers calls that arrive over a port, until it closes; then running streams end. Anything but a call closes it. */
export function serveMessagePort(router: EngineRouter, port: Port): void {
  new RPCHandler(router).upgrade(onlyCalls(port));
  port.start?.();
}

function onlyCalls(port: Port): SupportedMessagePort {
  const listen = (name: string, listener: (event?: { data: unknown }) => void): void => {
    const guarded = (event?: unknown): void => {
      const message = event as { data: unknown } | undefined;
      if (name !== 'message' || isCall(message?.data)) listener(message);
      else port.close?.();
    };
    if ('addEventListener' in port) port.addEventListener(name, guarded);
    else port.on(name, guarded);
  };
  // A reply to a port that has closed meanwhile is lost, as with any closed connection.
  return { on: listen, postMessage: (data: unknown) => port.postMessage(data) } as SupportedMessagePort;
}
