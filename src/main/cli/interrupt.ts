/**
 * Runs `work` with Ctrl-C meaning "end in an orderly way": each one calls the next of `stops`, from the gentlest to the
 * quickest; one more ends the process at once. A batch system's SIGTERM leaves little time and calls the quickest. A
 * second one that comes when the first has ended the work already does not kill the command while it says how far it
 * came.
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
 * Does the work, then closes what it worked with. Throws what the work throws, else what closing does: what was changed
 * could not be brought to the disk.
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
