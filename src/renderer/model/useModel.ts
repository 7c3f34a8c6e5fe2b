/** The model of a cell: fitted on demand, with progress, facts and cancellation. */
import { onScopeDispose, ref, shallowRef } from 'vue';
import type { ModelSummary } from '../../core/contract/models.ts';
import type { Progress } from '../../core/progress.ts';
import { failureOf, useConnection, type Client, type Failure } from '../api/client.ts';

export type ModelCell = Parameters<Client['models']['open']>[0];

export function useModel() {
  const { client } = useConnection();
  const fitting = ref(false);
  const progress = shallowRef<Progress | null>(null);
  const summary = shallowRef<ModelSummary | null>(null);
  const failure = ref<Failure | null>(null);
  let controller = new AbortController();

  async function open(cell: ModelCell): Promise<void> {
    clear();
    const mine = (controller = new AbortController());
    fitting.value = true;
    try {
      for await (const event of await client.models.open(cell, { signal: mine.signal })) {
        if (mine !== controller) return;
        if (event.kind === 'progress') progress.value = event.progress;
        else if (event.kind === 'done') summary.value = event.result;
        else failure.value = { message: event.reason, code: 'FAILED', problems: [] };
      }
    } catch (error) {
      if (mine === controller) failure.value = failureOf(error);
    }
    if (mine === controller) fitting.value = false;
  }

  /** Cancels a running fit and discards the last one. */
  function clear(): void {
    const last = controller;
    controller = new AbortController();
    last.abort();
    fitting.value = false;
    progress.value = null;
    summary.value = null;
    failure.value = null;
  }

  onScopeDispose(clear);
  return { fitting, progress, summary, failure, open, clear };
}

// Pages of test images, each spread over the whole list to show as many subjects as possible.

/** Indices on the page that begins at `from`, of `count` images. */
export function placesOnPage(from: number, perPage: number, count: number): number[] {
  const pages = Math.ceil(count / perPage);
  const page = Math.floor(from / perPage);
  const places = Array.from({ length: perPage }, (_, n) => n * pages + page);
  return places.filter((place) => place < count);
}
