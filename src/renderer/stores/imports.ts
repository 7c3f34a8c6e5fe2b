/** The import under way; it goes on while the user looks elsewhere. */
import { defineStore } from 'pinia';
import { ref, shallowRef } from 'vue';
import type { ImportReport } from '../../core/contract/types.ts';
import type { Progress } from '../../core/study/result.ts';
import { failureOf, useConnection, type Failure } from '../api/client.ts';
import { useDatasets } from './catalogue.ts';

export interface ImportRequest {
  readonly token: string;
  readonly name: string;
  readonly size: { readonly rows: number; readonly cols: number } | null;
}

export type ImportState = 'idle' | 'running' | 'done' | 'failed' | 'cancelled';

export const useImports = defineStore('imports', () => {
  const { client } = useConnection();
  const datasets = useDatasets();
  const state = ref<ImportState>('idle');
  const name = ref('');
  const progress = shallowRef<Progress | null>(null);
  const report = shallowRef<ImportReport | null>(null);
  const failure = shallowRef<Failure | null>(null);
  let controller: AbortController | null = null;

  /** Imports and follows it to its end; answers with the end state. */
  async function start(request: ImportRequest): Promise<ImportState> {
    reset();
    state.value = 'running';
    name.value = request.name;
    const mine = (controller = new AbortController());
    try {
      for await (const event of await client.datasets.import(request, { signal: mine.signal })) {
        if (event.kind === 'progress') progress.value = event.progress;
        else if (event.kind === 'done') {
          report.value = event.report;
          state.value = 'done';
        } else if (event.kind === 'failed') fail({ message: event.reason, code: 'FAILED', problems: [] });
        else state.value = 'cancelled';
      }
      if (state.value === 'running')
        fail({ message: 'The import ended without a report.', code: 'ENDED', problems: [] });
    } catch (error) {
      if (mine.signal.aborted) state.value = 'cancelled';
      else fail(failureOf(error));
    }
    await datasets.list.reload();
    return state.value;
  }

  function fail(reason: Failure): void {
    failure.value = reason;
    state.value = 'failed';
  }

  function cancel(): void {
    controller?.abort();
  }

  /** Forgets what ended. */
  function reset(): void {
    state.value = 'idle';
    progress.value = null;
    report.value = null;
    failure.value = null;
  }

  return { state, name, progress, report, failure, start, cancel, reset };
});
