/** A cell that is fitted again while the page waits: progress, what came of it, and a way to cancel. */
import { onScopeDispose, ref, shallowRef } from 'vue';
import type { FitDetails } from '../../core/contract/fit.ts';
import type { Progress } from '../../core/progress.ts';
import { failureOf, useConnection, type Client, type Failure } from '../api/client.ts';

type Cell = Parameters<Client['studies']['fitDetails']>[0];

export function useFitDetails() {
  const { client } = useConnection();
  const running = ref(false);
  const progress = shallowRef<Progress | null>(null);
  const details = shallowRef<FitDetails | null>(null);
  const failure = ref<Failure | null>(null);
  let controller = new AbortController();

  async function start(cell: Cell): Promise<void> {
    clear();
    const mine = (controller = new AbortController());
    running.value = true;
    try {
      for await (const event of await client.studies.fitDetails(cell, { signal: mine.signal })) {
        if (mine !== controller) return;
        if (event.kind === 'progress') progress.value = event.progress;
        else if (event.kind === 'done') details.value = event.result;
        else failure.value = { message: event.reason, code: 'FAILED', problems: [] };
      }
    } catch (error) {
      if (mine === controller) failure.value = failureOf(error);
    }
    if (mine === controller) running.value = false;
  }

  /** Ends a fit that is under way and forgets the last one. */
  function clear(): void {
    const last = controller;
    controller = new AbortController();
    last.abort();
    running.value = false;
    progress.value = null;
    details.value = null;
    failure.value = null;
  }

  onScopeDispose(clear);
  return { running, progress, details, failure, start, clear };
}
