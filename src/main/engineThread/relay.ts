/** Forwards messages between a page and a port of the engine's thread without parsing them. */
import type { MessagePort } from 'node:worker_threads';
import { isPart, REFUSED, type ReplyMessage } from '../../core/contract/chunkedReply.ts';

/** 'malformed': the page has sent an invalid message; 'restarted': the engine has ended, and the page may reconnect. */
export type Closing = 'malformed' | 'restarted';

/** The page's end of a connection, over any transport. */
export interface PageEnd {
  readonly send: (delivery: ReplyMessage) => void;
  readonly close: (why: Closing) => void;
  /** Calls `listener` with every message of the page; messages that arrived before the call are queued. */
  readonly onMessage: (listener: (data: unknown) => void) => void;
  readonly onClose: (listener: () => void) => void;
}

/** Connects both ends until one of them closes. */
export function relay(page: PageEnd, engine: MessagePort): void {
  let closed = false;
  const close = (why?: Closing): void => {
    if (closed) return;
    closed = true;
    engine.close();
    if (why) page.close(why);
  };
  engine.on('message', (data: unknown) => {
    if (closed) return;
    if (data === REFUSED) close('malformed');
    else if (typeof data === 'string' || isPart(data)) page.send(data);
  });
  // The engine closes a port only to refuse a message; otherwise it has ended.
  engine.on('close', () => close('restarted'));
  page.onClose(() => close());
  page.onMessage((data) => {
    // Calls are text; the engine validates it.
    if (typeof data !== 'string') close('malformed');
    else if (!closed) engine.postMessage(data);
  });
}
