/** Limits automatic retries to a number per time span. */
export function attempts(most: number, span: number, now: () => number = Date.now): () => boolean {
  let taken: readonly number[] = [];
  return () => {
    taken = taken.filter((moment) => now() - moment < span);
    if (taken.length >= most) return false;
    taken = [...taken, now()];
    return true;
  };
}
