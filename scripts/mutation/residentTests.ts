/**
 * Tests that stay loaded while the sources under them change, one place at a time: a change costs the tests that come
 * by it, not a process or a thread that loads all of them (1,876 changes of `protocols` take 34 s).
 *
 * What one change leaves behind could decide about the next. A test that fails must therefore pass without the change,
 * and a change that no test noticed must have been executed, since its value may have been kept from before. Otherwise
 * the verdict is `unsure`, and the change is tried in a process of its own.
 */
import type { CollectedTest } from './collectedTests.ts';

/** What instrumented sources read and count, by the names of Stryker's instrumenter. */
export interface Instrumented {
  activeMutant?: string;
  currentTestId?: string;
  hitCount?: number;
  hitLimit?: number;
}

/** A name that no change has: nothing is changed, and nobody counts what tests come by. */
const NO_CHANGE = 'none';

export type Verdict =
  | { readonly is: 'noticed'; readonly by: string; readonly failure: string; readonly asked: number }
  | { readonly is: 'unnoticed'; readonly asked: number }
  | { readonly is: 'endless' | 'unsure' };

export interface ResidentTests {
  /** Runs every test once, without a change: what failed, null for passed, and how long it took. */
  readonly runAll: () => Promise<{ readonly id: string; readonly failure: string | null; readonly ms: number }[]>;
  /** What the tests say of a change; `limitOf`: how often each may come by it, so that endless loops end. */
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

/** `times`: of each test where it is known, in milliseconds; the shortest are asked first. */
export function residentTests(
  tests: ReadonlyMap<string, CollectedTest>,
  sources: Instrumented,
  times: Map<string, number> = new Map(),
): ResidentTests {
  /** Whether a change has been tried here, and whether one has left something behind. */
  let [used, stale] = [false, false];

  /** Runs a test, and keeps how long it took. */
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
