/** The most recently requested embeddings; they continue, and stay, while the user visits other pages. */
import { defineStore } from 'pinia';
import { computed, ref, shallowReactive, shallowRef } from 'vue';
import type { EmbeddingResult } from '../../core/contract/embeddings.ts';
import type { EmbeddingSpec } from '../../core/embedding/spec.ts';
import type { Progress } from '../../core/progress.ts';
import { failureOf, useConnection, type Failure } from '../api/client.ts';
import type { EmbeddingDraft } from './embeddingDraft.ts';

/** One scatter plot. */
export interface EmbeddingRun {
  readonly key: number;
  readonly spec: EmbeddingSpec;
  state: 'waiting' | 'running' | 'done' | 'failed' | 'cancelled';
  progress: Progress | null;
  result: EmbeddingResult | null;
  failure: Failure | null;
}

export const useEmbeddings = defineStore('embeddings', () => {
  const { client } = useConnection();
  const draft = ref<EmbeddingDraft | null>(null);
  /** Dataset of the runs. */
  const dataset = ref(0);
  const runs = shallowRef<readonly EmbeddingRun[]>([]);
  const busy = computed(() => runs.value.some(({ state }) => state === 'waiting' || state === 'running'));
  let controller = new AbortController();
  let lastKey = 0;

  /** Replaces the previous runs and computes in turn. */
  async function start(id: number, specs: readonly EmbeddingSpec[]): Promise<void> {
    cancel();
    const mine = (controller = new AbortController());
    dataset.value = id;
    runs.value = specs.map((spec) =>
      shallowReactive<EmbeddingRun>({
        key: ++lastKey,
        spec,
        state: 'waiting',
        progress: null,
        result: null,
        failure: null,
      }),
    );
    for (const run of runs.value) {
      if (mine.signal.aborted) run.state = 'cancelled';
      else await compute(id, run, mine.signal);
    }
  }

  async function compute(id: number, run: EmbeddingRun, signal: AbortSignal): Promise<void> {
    run.state = 'running';
    try {
      for await (const event of await client.embeddings.compute({ id, ...run.spec }, { signal })) {
        if (event.kind === 'progress') run.progress = event.progress;
        else if (event.kind === 'done') {
          run.result = event.result;
          run.state = 'done';
        } else fail(run, { message: event.reason, code: 'FAILED', problems: [] });
      }
      if (run.state === 'running') run.state = 'cancelled';
    } catch (error) {
      if (signal.aborted) run.state = 'cancelled';
      else fail(run, failureOf(error));
    }
  }

  function fail(run: EmbeddingRun, failure: Failure): void {
    run.failure = failure;
    run.state = 'failed';
  }

  function cancel(): void {
    controller.abort();
  }

  return { draft, dataset, runs, busy, start, cancel };
});
