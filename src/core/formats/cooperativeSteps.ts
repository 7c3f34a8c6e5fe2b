/**
 * Long decoding in steps: a generator that yields every few milliseconds and returns its result, so the caller can run
 * other work between two steps, or stop. A yielded number is the finished share of the work, 0…1.
 */
export type Steps<T> = Generator<number | void, T, void>;

/** Runs all steps at once. */
export function runSteps<T>(steps: Steps<T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/**
 * Combines consecutive tasks: each call wraps the next task and scales its progress to its share of the total cost (in
 * any unit).
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
