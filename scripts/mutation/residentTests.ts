/**
 * Keeps tests loaded while their sources change, one place at a time: a change costs the tests that execute it, not a
 * process or a thread that loads all of them (1,876 changes of `protocols` take 34 s).
 *
 * State left behind by one change could affect the next. Therefore a failing test must pass without the change, and an
 * undetected change must have been executed, because its value may be cached from before. Otherwise the verdict is
 * `unsure`, and the change is tried in a separate process.
 */
import type { CollectedTest } from './collectedTests.ts';

/** Data that instrumented sources read and count, by the names of Stryker's instrumenter. */
export interface Instrumented {
  activeMutant?: string;
  currentTestId?: string;
  hitCount?: number;
  hitLimit?: number;
}

/** A name that no change has: nothing is changed or counted. */
const NO_CHANGE = 'none';

export type Verdict =
  | { readonly is: 'noticed'; readonly by: string; readonly failure: string; readonly asked: number }
  | { readonly is: 'unnoticed'; readonly asked: number }
  | { readonly is: 'endless' | 'unsure' };

export interface ResidentTests {
  /** Runs every test once, without a change: the failure, null if passed, and the duration. */
  readonly runAll: () => Promise<{ readonly id: string; readonly failure: string | null; readonly ms: number }[]>;
  /**
   * The verdict of the tests on a change; `limitOf`: maximum executions of the change per test, which ends endless
   * loops.
   */
  readonly ask: (change: string, ids: readonly string[], limitOf: (id: string) => number) => Promise<Verdict>;
}

async function failureOf({ run }: CollectedTest): Promise<string | null> {
  try {
    await run();
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** `times`: known durations of tests in milliseconds; the shortest tests run first. */
export function residentTests(
  tests: ReadonlyMap<string, CollectedTest>,
  sources: Instrumented,
  times: Map<string, number> = new Map(),
): ResidentTests {
  /** Whether a change has been tried here, and whether one has left something behind. */
  let [used, stale] = [false, false];

  /** Runs a test and records its duration. */
  async function timed(id: string): Promise<string | null> {
    const from = performance.now();
    const failure = await failureOf(tests.get(id)!);
    times.set(id, performance.now() - from);
    return failure;
  }

  async function tryOne(change: string, id: string, limit: number): Promise<{ failure: string | null; hits: number }> {
    Object.assign(sources, { activeMutant: change, hitCount: 0, hitLimit: limit });
    const failure = await timed(id);
    const hits = sources.hitCount ?? 0;
    Object.assign(sources, { activeMutant: NO_CHANGE, hitCount: undefined });
    return { failure, hits };
  }

  return {
    async runAll() {
      const results = [];
      for (const id of tests.keys()) {
        sources.currentTestId = id;
        const failure = await timed(id);
        delete sources.currentTestId;
        results.push({ id, failure, ms: times.get(id)! });
      }
      return results;
    },
    async ask(change, ids, limitOf) {
      if (stale) return { is: 'unsure' };
      const fresh = !used;
      used = true;
      const shortestFirst = ids.toSorted((a, b) => (times.get(a) ?? 0) - (times.get(b) ?? 0));
      let executed = false;
      for (const [place, id] of shortestFirst.entries()) {
        const limit = limitOf(id);
        const { failure, hits } = await tryOne(change, id, limit);
        executed ||= hits > 0;
        const endless = hits > limit;
        if (failure === null && !endless) continue;
        stale = (await failureOf(tests.get(id)!)) !== null;
        if (stale && !fresh) return { is: 'unsure' };
        return endless ? { is: 'endless' } : { is: 'noticed', by: id, failure: failure!, asked: place + 1 };
      }
      return executed || fresh ? { is: 'unnoticed', asked: ids.length } : { is: 'unsure' };
    },
  };
}
