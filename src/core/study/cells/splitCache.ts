/** Cache of results shared by the cells of a split. */
import type { Once } from '../../methods/method.ts';

export interface SplitCache {
  readonly once: Once;
  /** Seconds since an arbitrary moment, with the time of cached work added. */
  readonly clock: () => number;
}

/** Creates an empty cache for one split. */
export function splitCache(): SplitCache {
  const done = new Map<string, { readonly result: unknown; readonly seconds: number }>();
  let saved = 0;
  const clock = (): number => performance.now() / 1000 + saved;
  return {
    clock,
    once<T>(what: string, compute: () => T): T {
      const cached = done.get(what);
      if (cached) {
        saved += cached.seconds;
        return cached.result as T;
      }
      const started = clock();
      const result = compute();
      // The time of cached results that the computation uses counts as its own.
      done.set(what, { result, seconds: clock() - started });
      return result;
    },
  };
}

/** `once` for a part of the split, with prefixed names. */
export function partOf(once: Once, part: string): Once {
  return (what, compute) => once(`${part}: ${what}`, compute);
}
