import type { SweepInput } from '../methods/method.ts';

/** Seconds that have passed since the call, by the clock of an input; by that of the wall where it has none. */
export function stopwatch({ clock = wallClock }: Pick<SweepInput, 'clock'>): () => number {
  const start = clock();
  return () => clock() - start;
}

function wallClock(): number {
  return performance.now() / 1000;
}
