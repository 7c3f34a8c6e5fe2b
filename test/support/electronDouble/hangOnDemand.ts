/** Preloaded into every thread of the application under test: makes the engine's one hang when it is asked to. */
import { BroadcastChannel, isMainThread, workerData } from 'node:worker_threads';

export const HANG = 'test-hang-engine';

if (!isMainThread && typeof workerData === 'object' && workerData !== null && 'pulse' in workerData) {
  const channel = new BroadcastChannel(HANG);
  channel.onmessage = () => {
    // Nothing ends this but the end of the thread. It takes no processor, unlike the endless loop that the test of the
    // supervisor ends: ten seconds of one are what the application needs to notice.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  };
  channel.unref();
}
