/**
 * Follows a study: its events as they come, and its results whenever the table has changed or is asked for otherwise;
 * until these come, the ones before are `stale`.
 */
import { computed, onScopeDispose, ref, shallowRef, watch, type Ref } from 'vue';
import type { StudyEvent } from '../../../core/contract/studies.ts';
import type { FailedCell } from '../../../core/contract/studyResults.ts';
import { unpackTable } from '../../../core/study/table/packedTable.ts';
import type { StudyTable } from '../../../core/study/table/table.ts';
import type { StudyVerdict } from '../../../core/study/verdict/verdict.ts';
import type { TableOptionsInput } from '../../../core/study/table/tableOptions.ts';
import { failureOf, useConnection, type Failure } from '../../api/client.ts';

/** What was read of a study: its table, the verdict on it, and the cells that failed. */
export interface ReadResults {
  readonly table: StudyTable;
  readonly verdict: StudyVerdict;
  readonly failed: readonly FailedCell[];
}

/** Milliseconds between two reads of the table while cells finish, at least. */
const RESULTS_PAUSE = 700;
/** Large grids take long to read; the page spends at most a fifth of its time on them. */
const PAUSE_PER_READ = 4;

export function useStudyWatch(id: Ref<number>, options: Ref<TableOptionsInput>) {
  const { client, epoch } = useConnection();
  const event = shallowRef<StudyEvent | null>(null);
  const results = shallowRef<ReadResults | null>(null);
  /** The options that the results answer. */
  const answered = shallowRef<TableOptionsInput | null>(null);
  const stale = computed(() => results.value !== null && answered.value !== options.value);
  const failure = ref<Failure | null>(null);
  let controller = new AbortController();
  /** The read whose answer counts. */
  let latest = Symbol();
  let revisionRead = -1;
  let reading = false;

  async function readResults(): Promise<void> {
    const revision = event.value?.revision ?? 0;
    if (reading || revision === revisionRead) return;
    reading = true;
    const mine = (latest = Symbol());
    const begun = performance.now();
    const query = options.value;
    try {
      const { table, verdict, failed } = await client.studies.results({ id: id.value, options: query });
      if (mine !== latest) return;
      results.value = { table: unpackTable(table), verdict, failed };
      answered.value = query;
      revisionRead = revision;
      failure.value = null;
    } catch (error) {
      if (mine !== latest) return;
      failure.value = failureOf(error);
    }
    // A change that came meanwhile is read after a pause, so that a fast study does not flood the page.
    setTimeout(
      () => {
        if (mine !== latest) return;
        reading = false;
        if (failure.value === null && (event.value?.revision ?? 0) !== revisionRead) void readResults();
      },
      Math.max(RESULTS_PAUSE, PAUSE_PER_READ * (performance.now() - begun)),
    );
  }

  /** What is being read is not wanted any more. */
  function forget(): void {
    latest = Symbol();
    revisionRead = -1;
    reading = false;
  }

  async function follow(): Promise<void> {
    controller.abort();
    const mine = (controller = new AbortController());
    forget();
    try {
      for await (const next of await client.studies.watch({ id: id.value }, { signal: mine.signal })) {
        if (mine !== controller) return;
        event.value = next;
        void readResults();
      }
      if (mine === controller) await readResults();
    } catch (error) {
      if (mine === controller && !mine.signal.aborted) failure.value = failureOf(error);
    }
  }

  watch(id, () => {
    event.value = null;
    results.value = null;
    failure.value = null;
    void follow();
  });
  watch(options, () => {
    forget();
    void readResults();
  });
  watch(epoch, (_, before) => {
    if (before > 0) void follow();
  });
  onScopeDispose(() => {
    const last = controller;
    controller = new AbortController();
    forget();
    last.abort();
  });
  void follow();

  return { event, results, stale, failure, follow };
}
