import type { SupportedMessagePort } from '@orpc/client/message-port';
import { RPCHandler } from '@orpc/server/message-port';
import { REFUSED, type ReplyMessage } from '../../core/contract/chunkedReply.ts';
import type { EngineRouter } from '../engine/router.ts';

/** A port of the page or of Node's worker_threads. */
export interface Port {
  readonly addEventListener: (name: string, listener: (event: Event) => void) => void;
  readonly postMessage: (data: unknown, transfer: ArrayBuffer[]) => void;
  readonly start: () => void;
  readonly close: () => void;
}

/** Answers of more characters travel as bytes, which relaying threads need not copy. */
const LONG = 2 ** 16;

/** Answers calls over a port until it closes, which ends running streams. Closes the port on any invalid message. */
export function serveMessagePort(router: EngineRouter, port: Port): void {
  const listen = (name: string, listener: (event: { data?: unknown }) => void): void =>
    port.addEventListener(name, (event) => {
      if (name !== 'message' || isCall((event as MessageEvent).data)) return listener(event as MessageEvent);
      port.postMessage(REFUSED, []);
      port.close();
    });
  const send = (data: string | Uint8Array<ArrayBuffer>): void => {
    const delivery = deliveryOf(data);
    // A reply to a port that has closed meanwhile is lost, as with any closed connection.
    port.postMessage(delivery, typeof delivery === 'string' ? [] : [delivery.bytes.buffer]);
  };
  new RPCHandler(router).upgrade({ addEventListener: listen, postMessage: send } as unknown as SupportedMessagePort);
  port.start();
}

function deliveryOf(data: string | Uint8Array<ArrayBuffer>): ReplyMessage {
  if (typeof data === 'string' && data.length <= LONG) return data;
  const text = typeof data === 'string';
  const bytes = text ? new TextEncoder().encode(data) : data;
  // A view of a larger buffer, such as one of Node's pool, is copied out of it.
  return { bytes: bytes.byteLength === bytes.buffer.byteLength ? bytes : bytes.slice(), text, last: true };
}

/**
 * True for a message of the protocol: a request with a JSON body, or the end of one. The contract sends neither files
 * nor streams to the engine. The handlers would turn anything else into a printed stack trace or an unhandled
 * rejection, which ends the process; our clients never send it, so the connection is closed instead.
 */
export function isCall(data: unknown): boolean {
  if (typeof data !== 'string') return false;
  try {
    const { i: id, t: type = 1, p: payload } = JSON.parse(data);
    if (typeof id !== 'string') return false;
    if (type === 4) return true;
    const { u: url, h: headers = {} } = payload;
    return (
      type === 1 &&
      URL.canParse(url.startsWith('/') ? `http://orpc${url}` : url) &&
      !('content-type' in headers) &&
      !('content-disposition' in headers)
    );
  } catch {
    return false;
  }
}
