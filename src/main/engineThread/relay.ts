/** Between a page and a port of the engine's thread: hands messages on and looks at none of them. */
import type { MessagePort } from 'node:worker_threads';
import { isPart, REFUSED, type ReplyMessage } from '../../core/contract/chunkedReply.ts';

/** 'malformed': the page has sent what is no call; 'restarted': the engine has ended, the page may connect again. */
export type Closing = 'malformed' | 'restarted';

/** The page's end of a connection, in whatever way the host is connected with it. */
export interface PageEnd {
  readonly send: (delivery: ReplyMessage) => void;
  readonly close: (why: Closing) => void;
  /** Calls back with every message of the page, from the call on; earlier ones wait. */
  readonly onMessage: (listener: (data: unknown) => void) => void;
  readonly onClose: (listener: () => void) => void;
}

/** Connects the two until one of them closes. */
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
  // The engine never closes a port by itself but for a refusal: it has ended.
  engine.on('close', () => close('restarted'));
  page.onClose(() => close());
  page.onMessage((data) => {
    // Calls are text; the engine looks at what it says.
    if (typeof data !== 'string') close('malformed');
    else if (!closed) engine.postMessage(data);
  });
}
