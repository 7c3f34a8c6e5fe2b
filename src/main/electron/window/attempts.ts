/** How often something may be tried again by itself: so many times within a span, then it is for the user to say. */
export function attempts(most: number, span: number, now: () => number = Date.now): () => boolean {
  let taken: readonly number[] = [];
  return () => {
    taken = taken.filter((moment) => now() - moment < span);
    if (taken.length >= most) return false;
    taken = [...taken, now()];
    return true;
  };
}
