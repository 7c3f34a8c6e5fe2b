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
