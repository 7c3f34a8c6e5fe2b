/**
 * Long decoding in steps: a generator that yields every few milliseconds and returns its result. Whoever runs it may let
 * other work through between two steps, or stop.
 */
export type Steps<T> = Generator<void, T, void>;

/** All steps at once. */
export function runSteps<T>(steps: Steps<T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}
