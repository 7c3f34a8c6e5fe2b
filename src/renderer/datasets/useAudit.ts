/** The audit of a dataset in two steps: what is quick at once, twins that must be searched for after it. */
import { onScopeDispose, ref, shallowRef, watch } from 'vue';
import type { DatasetAudit, DatasetSummary } from '../../core/contract/types.ts';
import { failureOf, useConnection, type Failure } from '../api/client.ts';

export interface FoundAudit {
  readonly audit: DatasetAudit;
  /** Hash of the dataset that was looked at: with another one the same indices are other images. */
  readonly hash: string;
  /** False while near twins are still being looked for. */
  readonly complete: boolean;
}

/**
 * Audits whenever the images or the eye positions (a token) change. What was found before stays until the images that
 * remain have been looked at.
 */
export function useAudit(dataset: () => DatasetSummary, eyes: () => string | undefined) {
  const { client } = useConnection();
  const found = shallowRef<FoundAudit | null>(null);
  const failure = ref<Failure | null>(null);
  let controller = new AbortController();

  async function look(): Promise<void> {
    controller.abort();
    const mine = (controller = new AbortController());
    const { id, hash } = dataset();
    const input = { id, eyes: eyes() };
    failure.value = null;
    try {
      for (const complete of [false, true]) {
        const near = complete ? undefined : null;
        const audit = await client.datasets.audit({ ...input, near }, { signal: mine.signal });
        if (mine !== controller) return;
        found.value = { audit, hash, complete };
      }
    } catch (error) {
      if (mine === controller) failure.value = failureOf(error);
    }
  }

  watch([() => dataset().hash, eyes], look, { immediate: true });
  onScopeDispose(() => controller.abort());
  return { found, failure, look };
}
