/** The engine's thread as it is, which ends, hangs or spins when it is told so on the channel of its test. */
import { BroadcastChannel } from 'node:worker_threads';
import { built } from '../../../support/builtApplication.ts';

const engine =
  built('main/engineThread.js') ?? new URL('../../../../src/main/engineThread/engineThread.ts', import.meta.url);
await import(engine.href);

const orders = new BroadcastChannel(process.env['EIGENBENCH_TEST_ORDERS']!);
orders.onmessage = (event) => {
  const { data } = event as { data: unknown };
  if (data === 'spin') for (;;);
  // Nothing ends this but the end of the thread either; it takes no processor from other tests.
  if (data === 'hang') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  if (data === 'exit') process.exit(3);
  if (data === 'throw')
    setImmediate(() => {
      throw new Error('a defect');
    });
};
// The channel must not keep a thread that was closed.
(orders as unknown as { unref: () => void }).unref();
