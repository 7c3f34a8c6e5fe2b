/**
 * Runs `work` with Ctrl-C (and a batch system's SIGTERM) meaning "end in an orderly way": the first one calls `stop`
 * once; a second one ends the process at once.
 */
export async function interruptible<T>(stop: () => void, work: () => Promise<T>): Promise<T> {
  let asked = false;
  const listener = (): void => {
    if (asked) process.exit(130);
    asked = true;
    stop();
  };
  const signals = ['SIGINT', 'SIGTERM'] as const;
  for (const signal of signals) process.on(signal, listener);
  try {
    return await work();
  } finally {
    for (const signal of signals) process.off(signal, listener);
  }
}
