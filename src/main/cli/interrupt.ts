/** Notice after the first Ctrl-C of a run. */
export const FINISHING = 'Finishing the running cells; press Ctrl-C again to abandon them.';

/**
 * Runs `work` with orderly interruption: each Ctrl-C calls the next of `stops`, from the gentlest to the quickest, and
 * one more exits at once. SIGTERM, as sent by batch systems, leaves little time and calls the quickest. A second signal
 * after the work has ended does not kill the command while it reports its progress.
 */
export async function interruptible<T>(stops: readonly (() => void)[], work: () => Promise<T>): Promise<T> {
  let requests = 0;
  let working = true;
  const stop = (step: number): void => {
    if (requests === stops.length) process.exit(130);
    requests = step + 1;
    if (working) stops[step]();
  };
  const listeners = { SIGINT: () => stop(requests), SIGTERM: () => stop(stops.length - 1) };
  const signals = ['SIGINT', 'SIGTERM'] as const;
  for (const signal of signals) process.on(signal, listeners[signal]);
  try {
    return await work();
  } finally {
    working = false;
    if (requests === 0) for (const signal of signals) process.off(signal, listeners[signal]);
  }
}

/**
 * Runs the work, then closes its resource. Throws the error of the work, otherwise that of closing, which means that
 * changes could not be written to disk.
 */
export async function closeAfter<T>(work: () => T | Promise<T>, close: () => void | Promise<void>): Promise<T> {
  let result: T;
  try {
    result = await work();
  } catch (error) {
    await Promise.resolve()
      .then(close)
      .catch(() => undefined);
    throw error;
  }
  await close();
  return result;
}
