/** What one of the workers computes and all use. */
import { FEATURES, GRAM, sharedState, type SharedStudy } from './sharedStudy.ts';

/** How often a waiting worker looks whether the user has cancelled. */
const WAIT_MS = 50;

/** The first caller computes while the others wait. `checkCancelled` may throw meanwhile, `compute` too. */
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

/** A worker died: had it been computing something that is shared, another one has to. */
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
