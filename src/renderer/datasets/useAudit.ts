/** The audit of a dataset in two steps: what is quick at once, duplicates that must be searched for after it. */
import { onScopeDispose, ref, shallowRef, watch, type Ref } from 'vue';
import type { AuditEvent, DatasetAudit } from '../../core/contract/audits.ts';
import type { DatasetSummary } from '../../core/contract/datasets.ts';
import type { Progress } from '../../core/progress.ts';
import { failureOf, useConnection, type Failure } from '../api/client.ts';
import { eyeChoice, type ChosenEyes } from '../import/preprocess/preprocessDraft.ts';

export interface AuditState {
  readonly audit: DatasetAudit;
  /** Hash of the dataset that was looked at: with another one the same indices are other images. */
  readonly hash: string;
  /** False while near-duplicates are still being looked for. */
  readonly complete: boolean;
}

/** Images among which near-duplicates are looked for without being asked: seconds, where 10⁵ take hours. */
const AUTOMATIC = 5000;

/**
 * Audits whenever the images or the eye positions change. What was found before stays until the images that
 * remain have been looked at.
 */
export function useAudit(dataset: () => DatasetSummary, eyes: Readonly<Ref<ChosenEyes | null>>) {
  /** Whether near-duplicates are looked for, too. */
  const thorough = ref(dataset().count <= AUTOMATIC);
  const { client } = useConnection();
  const found = shallowRef<AuditState | null>(null);
  const failure = ref<Failure | null>(null);
  /** Of the audit that is going on; null where none is. */
  const progress = shallowRef<Progress | null>(null);
  let controller = new AbortController();

  async function look(): Promise<void> {
    cancel();
    const mine = (controller = new AbortController());
    const { id, hash } = dataset();
    const input = { id, eyes: eyeChoice(eyes.value) };
    failure.value = null;
    progress.value = NOTHING_YET;
    try {
      for (const complete of thorough.value ? [false, true] : [false]) {
        const near = complete ? undefined : null;
        const { signal } = mine;
        const audit = await lastOf(await client.datasets.audit({ ...input, near }, { signal }), (now) => {
          if (mine === controller) progress.value = now;
        });
        if (mine !== controller) return;
        found.value = { audit, hash, complete };
      }
    } catch (error) {
      if (mine === controller && !mine.signal.aborted) failure.value = failureOf(error);
    }
    if (mine === controller) progress.value = null;
  }

  /** Ends the audit that is going on; what was found before stays. */
  function cancel(): void {
    controller.abort();
    progress.value = null;
  }

  watch([() => dataset().hash, eyes, thorough], look, { immediate: true });
  onScopeDispose(cancel);
  return { found, failure, progress, thorough, look, cancel };
}

const NOTHING_YET: Progress = { done: 0, total: 100, failed: 0, rate: null, secondsLeft: null, running: [] };

/** What an audit found. Throws where it failed. */
async function lastOf(
  events: AsyncIterable<AuditEvent>,
  onProgress: (progress: Progress) => void,
): Promise<DatasetAudit> {
  for await (const event of events) {
    if (event.kind === 'done') return event.audit;
    if (event.kind === 'failed') throw new Error(event.reason);
    onProgress(event.progress);
  }
  throw new Error('The audit stopped before it was complete.');
}
