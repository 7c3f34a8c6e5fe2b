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

/** Images among which near twins are looked for without being asked: seconds, where 10⁵ take hours. */
const AUTOMATIC = 5000;

/**
 * Audits whenever the images or the eye positions (a token) change. What was found before stays until the images that
 * remain have been looked at.
 */
export function useAudit(dataset: () => DatasetSummary, eyes: () => string | undefined) {
  /** Whether near twins are looked for, too. */
  const thorough = ref(dataset().count <= AUTOMATIC);
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
      for (const complete of thorough.value ? [false, true] : [false]) {
        const near = complete ? undefined : null;
        const audit = await client.datasets.audit({ ...input, near }, { signal: mine.signal });
        if (mine !== controller) return;
        found.value = { audit, hash, complete };
      }
    } catch (error) {
      if (mine === controller) failure.value = failureOf(error);
    }
  }

  watch([() => dataset().hash, eyes, thorough], look, { immediate: true });
  onScopeDispose(() => controller.abort());
  return { found, failure, thorough, look };
}
