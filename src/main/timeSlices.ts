import { setImmediate } from 'node:timers/promises';
import type { Steps } from '../core/formats/cooperativeSteps.ts';
import { Cancelled } from './cancelled.ts';

/** Maximum time in milliseconds that other work waits. */
const TURN = 20;

/**
 * Runs the steps in time slices, so the process stays responsive. `onShare` is called with the share of the work that
 * is done, if the steps report it. Throws Cancelled soon after an abort; the steps may clean up (`finally`).
 */
export async function runInTimeSlices<T>(
  steps: Steps<T>,
  signal?: AbortSignal,
  onShare?: (share: number) => void,
): Promise<T> {
  for (;;) {
    const end = performance.now() + TURN;
    let share: number | void = undefined;
    while (performance.now() < end) {
      const { done, value } = steps.next();
      if (done) return value;
      share = value;
    }
    if (share !== undefined) onShare?.(share);
    await setImmediate();
    if (signal?.aborted) {
      steps.return(undefined as T);
      throw new Cancelled();
    }
  }
}
