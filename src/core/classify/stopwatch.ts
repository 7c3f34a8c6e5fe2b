import type { SweepInput } from '../methods/method.ts';

/** Seconds elapsed since the call, by the clock of the input; wall time if it has none. */
export function stopwatch({ clock = wallClock }: Pick<SweepInput, 'clock'>): () => number {
  const start = clock();
  return () => clock() - start;
}

function wallClock(): number {
  return performance.now() / 1000;
}
