/** Cache of results shared by the cells of a split. */
import type { Once } from '../../methods/method.ts';

export interface SplitCache {
  readonly once: Once;
  /** Seconds since any moment, as if no work had been found done. */
  readonly clock: () => number;
}

/** Nothing computed yet, of the split that the caller has in mind. */
export function splitCache(): SplitCache {
  const done = new Map<string, { readonly result: unknown; readonly seconds: number }>();
  let saved = 0;
  const clock = (): number => performance.now() / 1000 + saved;
  return {
    clock,
    once<T>(what: string, compute: () => T): T {
      const known = done.get(what);
      if (known) {
        saved += known.seconds;
        return known.result as T;
      }
      const started = clock();
      const result = compute();
      // What the computation itself found done counts as its own.
      done.set(what, { result, seconds: clock() - started });
      return result;
    },
  };
}

/** `once` for a part of the split, under names of its own. */
export function partOf(once: Once, part: string): Once {
  return (what, compute) => once(`${part}: ${what}`, compute);
}
