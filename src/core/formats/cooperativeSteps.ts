/**
 * Long decoding in steps: a generator that yields every few milliseconds and returns its result. Whoever runs it may
 * let other work through between two steps, or stop. What it yields, if anything, is the share of its work that is
 * done, 0…1.
 */
export type Steps<T> = Generator<number | void, T, void>;

/** All steps at once. */
export function runSteps<T>(steps: Steps<T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/**
 * Joins works that follow each other into one: each call wraps the next of them, whose shares become shares of the
 * whole, in which it counts by its cost (in any unit).
 */
export function partsOf(costs: readonly number[]): <T>(steps: Steps<T>) => Steps<T> {
  const total = costs.reduce((sum, cost) => sum + cost, 0) || 1;
  let next = 0;
  let before = 0;
  return function* (steps) {
    const from = before / total;
    const length = costs[next++] / total;
    before += length * total;
    for (;;) {
      const { done, value } = steps.next();
      if (done) return value;
      yield typeof value === 'number' ? from + length * value : undefined;
    }
  };
}
