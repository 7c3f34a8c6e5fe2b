/** Runs of experiments; they continue in turn while the user visits other pages. */
import { defineStore } from 'pinia';
import { computed, ref, shallowReactive, shallowRef } from 'vue';
import type { DatabaseId } from '../../core/papers/databases.ts';
import type { Size } from '../../core/papers/experiment.ts';
import type { Progress } from '../../core/progress.ts';
import { failureOf, useConnection, type Failure } from '../api/client.ts';

export interface PaperRun {
  readonly id: string;
  readonly size: Size;
  readonly database: DatabaseId | null;
  state: 'waiting' | 'running' | 'done' | 'failed' | 'cancelled';
  progress: Progress | null;
  failure: Failure | null;
  readonly abort: AbortController;
}

export const usePaperRuns = defineStore('paper-runs', () => {
  const { client } = useConnection();
  const runs = shallowRef<readonly PaperRun[]>([]);
  /** Increases whenever a result has been stored. */
  const stored = ref(0);
  const open = computed(() => runs.value.filter(({ state }) => state === 'waiting' || state === 'running'));
  let queue = Promise.resolve();

  /** The last run of an experiment. */
  function runOf(id: string): PaperRun | null {
    return runs.value.findLast((run) => run.id === id) ?? null;
  }

  function start(id: string, size: Size, database: DatabaseId | null): void {
    const run = shallowReactive<PaperRun>({
      ...{ id, size, database },
      state: 'waiting',
      progress: null,
      failure: null,
      abort: new AbortController(),
    });
    // A new run replaces a finished one.
    runs.value = [...runs.value.filter((other) => other.id !== id || open.value.includes(other)), run];
    queue = queue.then(() => compute(run));
  }

  async function compute(run: PaperRun): Promise<void> {
    const { signal } = run.abort;
    if (signal.aborted) return;
    run.state = 'running';
    const { id, size, database } = run;
    try {
      for await (const event of await client.papers.run({ id, size, database }, { signal })) {
        if (event.kind === 'progress') run.progress = event.progress;
        else if (event.kind === 'done') {
          run.state = 'done';
          stored.value++;
        } else fail(run, { message: event.reason, code: 'FAILED', problems: [] });
      }
      if (run.state === 'running') run.state = 'cancelled';
    } catch (error) {
      if (signal.aborted) run.state = 'cancelled';
      else fail(run, failureOf(error));
    }
  }

  function fail(run: PaperRun, failure: Failure): void {
    run.failure = failure;
    run.state = 'failed';
  }

  function cancel(run: PaperRun): void {
    run.abort.abort();
    if (run.state === 'waiting') run.state = 'cancelled';
  }

  return { runs, open, stored, runOf, start, cancel };
});
