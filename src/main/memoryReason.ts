/**
 * Why an array could not be made, as the end of a sentence; null for errors that have another cause. Node allows arrays
 * beyond 4 GiB; Electron none above 2 GiB, of any kind.
 */
export function memoryReason(error: unknown): string | null {
  if (!(error instanceof RangeError)) return null;
  return /^(Array buffer allocation failed|Invalid (typed array|array buffer) length)/.test(error.message)
    ? 'there is no memory for an array of this size (the desktop application allows 2 GiB in one piece): take fewer or' +
        ' smaller images'
    : null;
}
