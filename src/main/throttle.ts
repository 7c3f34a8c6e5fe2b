/** True at the first call, then at calls at least `pause` milliseconds after the last one that was true. */
export function throttle(pause: number): () => boolean {
  let last = -Infinity;
  return () => {
    const now = performance.now();
    if (now < last + pause) return false;
    last = now;
    return true;
  };
}
