/** The engine's thread as it is, which ends, hangs or spins when it is told so on the channel of its test. */
import { BroadcastChannel } from 'node:worker_threads';
import Database from 'better-sqlite3';
import { built } from '../../../support/builtApplication.ts';

export type Fault = 'hang' | 'spin' | 'exit' | 'throw';

/** What the thread shall do once so many cells of the workspace are done. */
export interface Order {
  readonly fault: Fault;
  readonly cells: number;
  readonly workspacePath: string;
}

const orders = new BroadcastChannel(process.env['EIGENBENCH_TEST_ORDERS']!);
orders.onmessage = (event) => {
  const { fault, cells, workspacePath } = (event as { data: Order }).data;
  orders.postMessage('heard');
  if (cells === 0) return suffer(fault);
  // Counted by the thread itself, between its turns: seen from outside, the study could have ended meanwhile.
  const database = new Database(workspacePath, { readonly: true });
  const done = database.prepare(`SELECT count(*) FROM cells WHERE status = 'done'`).pluck();
  setInterval(() => {
    if ((done.get() as number) >= cells) suffer(fault);
  }, 1);
};
// The channel must not keep a thread that was closed.
(orders as unknown as { unref: () => void }).unref();

function suffer(fault: Fault): void {
  if (fault === 'spin') for (;;);
  // Nothing ends this but the end of the thread either; it takes no processor from other tests.
  if (fault === 'hang') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  if (fault === 'exit') process.exit(3);
  throw new Error('a defect');
}

const engine =
  built('main/engineThread.js') ?? new URL('../../../../src/main/engineThread/engineThread.ts', import.meta.url);
await import(engine.href);
