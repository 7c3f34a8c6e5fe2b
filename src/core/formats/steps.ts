/**
 * Long decoding in steps: a generator that yields every few milliseconds and returns its result. Whoever runs it may let
 * other work through between two steps, or stop. What it yields, if anything, is the share of its work that is done, 0…1.
 */
export type Steps<T> = Generator<number | void, T, void>;

/** All steps at once. */
export function runSteps<T>(steps: Steps<T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}
