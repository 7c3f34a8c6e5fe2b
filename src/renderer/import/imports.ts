/** The import or preprocessing under way; it goes on while the user looks elsewhere. */
import { defineStore } from 'pinia';
import { ref, shallowRef } from 'vue';
import type { ImportRecipe } from '../../core/images/importRecipe.ts';
import type { FaceReport } from '../../core/contract/faces.ts';
import type { ImportEvent, ImportReport } from '../../core/contract/imports.ts';
import type { Progress } from '../../core/progress.ts';
import type { Preprocessing } from './preprocess/preprocessDraft.ts';
import { failureOf, useConnection, type Failure, type Client } from '../api/client.ts';
import { useDatasets } from '../stores/catalogue.ts';

/** Finds the faces of a dataset. Throws where the search failed or was aborted. */
export async function followFaces(
  client: Client,
  id: number,
  signal: AbortSignal,
  onProgress: (progress: Progress) => void,
): Promise<FaceReport> {
  for await (const event of await client.datasets.findFaces({ id }, { signal })) {
    if (event.kind === 'done') return event.report;
    if (event.kind === 'failed') throw new Error(event.reason);
    onProgress(event.progress);
  }
  throw new Error('The search for faces ended without a report.');
}

export interface ImportRequest {
  readonly token: string;
  readonly name: string;
  readonly size: { readonly rows: number; readonly cols: number } | null;
  readonly recipe?: ImportRecipe;
}

export type ImportState = 'idle' | 'running' | 'done' | 'failed' | 'cancelled';

export const useImports = defineStore('imports', () => {
  const { client } = useConnection();
  const datasets = useDatasets();
  const state = ref<ImportState>('idle');
  const name = ref('');
  const progress = shallowRef<Progress | null>(null);
  /** What the progress counts: images, or per cent of a file that is being decoded. */
  const unit = ref<'images' | '%'>('images');
  /** What came of it: the dataset and, where it was asked for, the preprocessed one. */
  const reports = shallowRef<readonly ImportReport[]>([]);
  /** What was found in the images, where it was asked for. */
  const faces = shallowRef<FaceReport | null>(null);
  const failure = shallowRef<Failure | null>(null);
  let controller: AbortController | null = null;

  /**
   * Imports and, where that is asked for, finds the faces in what was imported and preprocesses it. Answers with the
   * end state.
   */
  async function start(
    request: ImportRequest,
    preprocessing: Preprocessing | null = null,
    findFaces = false,
  ): Promise<ImportState> {
    reset();
    await follow(request.name, (signal) => client.datasets.import(request, { signal }));
    const id = reports.value[0]?.dataset.id;
    if (id !== undefined && findFaces) await find(id);
    if (preprocessing !== null && id !== undefined && state.value === 'done') await derive(id, preprocessing);
    return state.value;
  }

  /** Makes a preprocessed dataset of another one. Answers with the end state. */
  async function preprocess(id: number, preprocessing: Preprocessing): Promise<ImportState> {
    reset();
    await derive(id, preprocessing);
    return state.value;
  }

  /** Finds the faces in what was imported, which stays where that fails or is cancelled. */
  async function find(id: number): Promise<void> {
    state.value = 'running';
    progress.value = null;
    unit.value = 'images';
    const mine = (controller = new AbortController());
    try {
      faces.value = await followFaces(client, id, mine.signal, (now) => (progress.value = now));
      state.value = 'done';
    } catch (error) {
      if (mine.signal.aborted) state.value = 'cancelled';
      else fail(failureOf(error));
    }
  }

  function derive(id: number, preprocessing: Preprocessing): Promise<void> {
    return follow(preprocessing.name, (signal) => client.datasets.preprocess({ id, ...preprocessing }, { signal }));
  }

  /** Follows the making of one dataset to its end. */
  async function follow(
    what: string,
    open: (signal: AbortSignal) => Promise<AsyncIterable<ImportEvent>>,
  ): Promise<void> {
    state.value = 'running';
    name.value = what;
    progress.value = null;
    const mine = (controller = new AbortController());
    try {
      for await (const event of await open(mine.signal)) {
        if (event.kind === 'progress') {
          progress.value = event.progress;
          unit.value = event.unit ?? 'images';
        } else if (event.kind === 'done') {
          reports.value = [...reports.value, event.report];
          state.value = 'done';
        } else if (event.kind === 'question')
          fail({ message: event.doubts.map(({ text }) => text).join(' '), code: 'FAILED', problems: [] });
        else if (event.kind === 'failed') fail({ message: event.reason, code: 'FAILED', problems: [] });
        else state.value = 'cancelled';
      }
      if (state.value === 'running')
        fail({ message: 'The import ended without a report.', code: 'ENDED', problems: [] });
    } catch (error) {
      if (mine.signal.aborted) state.value = 'cancelled';
      else fail(failureOf(error));
    }
    await datasets.list.reload();
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
    reports.value = [];
    faces.value = null;
    failure.value = null;
  }

  return { state, name, progress, unit, reports, faces, failure, start, preprocess, cancel, reset };
});
