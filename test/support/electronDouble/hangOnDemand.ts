/** Preloaded into every thread of the application under test: makes the engine's one hang when it is asked to. */
import { BroadcastChannel, isMainThread, workerData } from 'node:worker_threads';

export const HANG = 'test-hang-engine';

if (!isMainThread && typeof workerData === 'object' && workerData !== null && 'pulse' in workerData) {
  const channel = new BroadcastChannel(HANG);
  channel.onmessage = () => {
    // Nothing ends this but the end of the thread.
    for (;;);
  };
  channel.unref();
}
