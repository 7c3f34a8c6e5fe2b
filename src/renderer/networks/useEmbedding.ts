/** The vectors of a network on all images: computed with progress, attached at the end. */
import { onScopeDispose, shallowRef } from 'vue';
import type { AttachmentSummary } from '../../core/contract/datasets.ts';
import type { Progress } from '../../core/progress.ts';
import { failureOf, useConnection, type Client, type Failure } from '../api/client.ts';

export function useEmbedding(done: (attached: AttachmentSummary) => void) {
  const { client } = useConnection();
  const failure = shallowRef<Failure | null>(null);
  /** Null where nothing is computed. */
  const progress = shallowRef<Progress | null>(null);
  let controller = new AbortController();

  async function compute(input: Parameters<Client['datasets']['embed']>[0], total: number): Promise<void> {
    cancel();
    const { signal } = (controller = new AbortController());
    failure.value = null;
    progress.value = { done: 0, total, failed: 0, rate: null, secondsLeft: null, running: [] };
    try {
      for await (const event of await client.datasets.embed(input, { signal })) {
        if (event.kind === 'progress') progress.value = event.progress;
        else if (event.kind === 'done') done(event.attached);
        else throw new Error(event.reason);
      }
    } catch (error) {
      if (!signal.aborted) failure.value = failureOf(error);
    }
    if (!signal.aborted) progress.value = null;
  }

  /** Nothing is attached then. */
  function cancel(): void {
    controller.abort();
    progress.value = null;
  }

  onScopeDispose(cancel);
  return { failure, progress, compute, cancel };
}
