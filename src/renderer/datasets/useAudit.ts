/** The audit of a dataset in two steps: what is quick at once, then the search for near-duplicates. */
import { onScopeDispose, ref, shallowRef, watch, type Ref } from 'vue';
import type { AuditEvent, DatasetAudit } from '../../core/contract/audits.ts';
import type { DatasetDetails } from '../../core/contract/datasets.ts';
import type { Progress } from '../../core/progress.ts';
import { failureOf, useConnection, type Failure } from '../api/client.ts';
import { eyeChoice, type ChosenEyes } from '../import/preprocess/preprocessDraft.ts';

interface AuditState {
  readonly audit: DatasetAudit;
  /** The dataset as audited: after a change of its images the same indices denote other images. */
  readonly dataset: DatasetDetails;
  /** False until the search for near-duplicates has ended. */
  readonly complete: boolean;
}

/** Maximum number of images that are searched for near-duplicates at once: seconds, where 10⁵ take hours. */
const AUTOMATIC = 5000;

const NOTHING_YET: Progress = { done: 0, total: 100, failed: 0, rate: null, secondsLeft: null, running: [] };

/**
 * Audits whenever the images, the eye positions or the search for near-duplicates change. The last result stays until
 * the next one arrives.
 */
export function useAudit(dataset: () => DatasetDetails, eyes: Readonly<Ref<ChosenEyes | null>>) {
  const { client } = useConnection();
  /** Whether near-duplicates are searched for. */
  const thorough = ref(dataset().count <= AUTOMATIC);
  /** Minimum correlation of near-duplicates; null: the engine's. */
  const threshold = ref<number | null>(null);
  const state = shallowRef<AuditState | null>(null);
  const failure = ref<Failure | null>(null);
  /** Progress of the current audit; null if none is running. */
  const progress = shallowRef<Progress | null>(null);
  let controller = new AbortController();

  async function run(): Promise<void> {
    cancel();
    const mine = (controller = new AbortController());
    const audited = dataset();
    const input = { id: audited.id, eyes: eyeChoice(eyes.value) };
    failure.value = null;
    progress.value = NOTHING_YET;
    try {
      for (const complete of thorough.value ? [false, true] : [false]) {
        const near = complete ? (threshold.value ?? undefined) : null;
        const events = await client.datasets.audit({ ...input, near }, { signal: mine.signal });
        const audit = await resultOf(events, (now) => {
          if (mine === controller) progress.value = now;
        });
        if (mine !== controller) return;
        state.value = { audit, dataset: audited, complete };
      }
    } catch (error) {
      if (mine === controller && !mine.signal.aborted) failure.value = failureOf(error);
    }
    if (mine === controller) progress.value = null;
  }

  /** Ends the current audit; the last result stays. */
  function cancel(): void {
    controller.abort();
    progress.value = null;
  }

  /** Searches for near-duplicates with at least this correlation; null: the engine's. */
  function searchNear(correlation: number | null): void {
    threshold.value = correlation;
    thorough.value = true;
  }

  watch([() => dataset().hash, eyes, thorough, threshold], run, { immediate: true });
  onScopeDispose(cancel);
  return { state, failure, progress, thorough, run, cancel, searchNear };
}

/** The result of an audit. Throws if it failed or ended early. */
async function resultOf(
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
