/** Computes a shared result in one of the workers. */
import { FEATURES, GRAM, sharedState, type SharedStudy } from './sharedStudy.ts';

/** Milliseconds between two checks for cancellation while waiting. */
const WAIT_MS = 50;

/** The first caller computes while the others wait. Both `checkCancelled` and `compute` may throw. */
export function computeOnce(
  shared: SharedStudy,
  flag: typeof GRAM | typeof FEATURES,
  checkCancelled: () => void,
  compute: () => void,
): void {
  const flags = new Int32Array(shared.flags);
  for (;;) {
    const state = Atomics.compareExchange(flags, flag, sharedState.absent, sharedState.computing);
    if (state === sharedState.ready) return;
    if (state === sharedState.absent) {
      try {
        compute();
      } catch (error) {
        release(flags, flag);
        throw error;
      }
      Atomics.store(flags, flag, sharedState.ready);
      Atomics.notify(flags, flag);
      return;
    }
    checkCancelled();
    Atomics.wait(flags, flag, sharedState.computing, WAIT_MS);
  }
}

/** After the death of a worker: if it was computing a shared result, another worker must. */
export function releaseShared(shared: SharedStudy): void {
  const flags = new Int32Array(shared.flags);
  release(flags, GRAM);
  release(flags, FEATURES);
  for (const view of Object.values(shared.views ?? {})) releaseShared(view);
}

function release(flags: Int32Array, flag: number): void {
  if (Atomics.compareExchange(flags, flag, sharedState.computing, sharedState.absent) === sharedState.computing) {
    Atomics.notify(flags, flag);
  }
}
