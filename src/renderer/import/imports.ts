/** The running import or preprocessing; it continues while the user visits other pages. */
import { defineStore } from 'pinia';
import { ref, shallowRef } from 'vue';
import { useRouter } from 'vue-router';
import type { ImportRecipe } from '../../core/images/importRecipe.ts';
import type { FaceReport } from '../../core/contract/faces.ts';
import type { ImportEvent, ImportReport } from '../../core/contract/imports.ts';
import type { Progress } from '../../core/progress.ts';
import type { Preprocessing } from './preprocess/preprocessDraft.ts';
import { failureOf, useConnection, type Failure, type Client } from '../api/client.ts';
import { followImport, ImportCancelled } from '../api/followImport.ts';
import { addressOf } from '../navigation.ts';
import { useDatasets } from '../stores/catalogue.ts';
import { useLastImport } from '../stores/lastImport.ts';
import { useToast } from '../stores/toast.ts';

const words = {
  made: ({ name }: { name: string }) => `Imported ${name}`,
  view: 'View',
  cancelled: 'The import is complete; what was to follow was cancelled.',
};

/** Searches a dataset for faces. Throws if the search fails or is aborted. */
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

export type ImportState = 'idle' | 'running' | 'failed' | 'cancelled';

export const useImports = defineStore('imports', () => {
  const { client } = useConnection();
  const router = useRouter();
  const datasets = useDatasets();
  const lastImport = useLastImport();
  const toast = useToast();
  const state = ref<ImportState>('idle');
  const name = ref('');
  const progress = shallowRef<Progress | null>(null);
  /** Unit of the progress: images, or per cent of a file that is being decoded. */
  const unit = ref<'images' | '%'>('images');
  const failure = shallowRef<Failure | null>(null);
  let controller: AbortController | null = null;

  /** Imports and, if requested, finds the faces in the new dataset and preprocesses it; then opens what it made. */
  async function start(
    request: ImportRequest,
    preprocessing: Preprocessing | null = null,
    findFaces = false,
  ): Promise<void> {
    const make = async (signal: AbortSignal) => follow(await client.datasets.import(request, { signal }));
    await run(request.name, make, preprocessing, findFaces);
  }

  /** Makes a preprocessed dataset from another one, and opens it. */
  async function preprocess(id: number, preprocessing: Preprocessing): Promise<void> {
    await run(preprocessing.name, (signal) => derive(id, preprocessing, signal));
  }

  /** Makes a dataset, then takes the steps that follow; the dataset stays even if such a step fails. */
  async function run(
    newName: string,
    make: (signal: AbortSignal) => Promise<ImportReport>,
    preprocessing: Preprocessing | null = null,
    findFaces = false,
  ): Promise<void> {
    reset();
    state.value = 'running';
    begin(newName);
    const { path } = router.currentRoute.value;
    const { signal } = (controller = new AbortController());
    const reports: ImportReport[] = [];
    let faces: FaceReport | null = null;
    try {
      reports.push(await make(signal));
      const { id } = reports[0].dataset;
      if (findFaces) {
        begin(newName);
        faces = await followFaces(client, id, signal, (now) => (progress.value = now));
      }
      if (preprocessing !== null) reports.push(await derive(id, preprocessing, signal));
      state.value = 'idle';
    } catch (error) {
      state.value = signal.aborted || error instanceof ImportCancelled ? 'cancelled' : 'failed';
      if (state.value === 'failed') failure.value = failureOf(error);
    }
    await datasets.list.reload();
    if (reports.length > 0) open(reports, faces, path);
  }

  /** Shows the last dataset that was made: at once if the user has stayed on the page, else by a toast. */
  function open(reports: readonly ImportReport[], faces: FaceReport | null, startedAt: string): void {
    const interruption = state.value === 'cancelled' ? words.cancelled : (failure.value?.message ?? '');
    lastImport.keep(
      reports.map((report, n) => ({ id: report.dataset.id, report, faces: n === 0 ? faces : null })),
      interruption,
    );
    reset();
    const { dataset } = reports.at(-1)!;
    const view = async (): Promise<void> =>
      void (await router.push({ path: addressOf('dataset', dataset.id), query: { panel: 'audit' } }));
    if (router.currentRoute.value.path === startedAt) void view();
    else toast.say(words.made(dataset), 'done', { title: words.view, run: view });
  }

  async function derive(id: number, preprocessing: Preprocessing, signal: AbortSignal): Promise<ImportReport> {
    begin(preprocessing.name);
    return follow(await client.datasets.preprocess({ id, ...preprocessing }, { signal }));
  }

  /** Starts the progress of one step. */
  function begin(newName: string): void {
    name.value = newName;
    progress.value = null;
    unit.value = 'images';
  }

  /** Follows one dataset in the making, with its progress. */
  function follow(events: AsyncIterable<ImportEvent>): Promise<ImportReport> {
    return followImport(events, (now, counted) => {
      progress.value = now;
      unit.value = counted;
    });
  }

  function cancel(): void {
    controller?.abort();
  }

  /** Clears the previous import. */
  function reset(): void {
    state.value = 'idle';
    progress.value = null;
    failure.value = null;
  }

  return { state, name, progress, unit, failure, start, preprocess, cancel, reset };
});
