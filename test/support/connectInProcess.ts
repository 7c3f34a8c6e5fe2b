import { MessageChannel } from 'node:worker_threads';
import type { EngineRouter } from '../../src/main/engine/router.ts';
import { relay, type PageEnd } from '../../src/main/engineThread/relay.ts';
import { serveMessagePort } from '../../src/main/engineThread/messagePort.ts';

/** Connects pages with a router over the relay and a port, as hosts do, but in the thread of the test. */
export function connectInProcess(router: EngineRouter): (page: PageEnd) => void {
  return (page) => {
    const { port1, port2 } = new MessageChannel();
    relay(page, port1);
    serveMessagePort(router, port2 as unknown as MessagePort);
  };
}
