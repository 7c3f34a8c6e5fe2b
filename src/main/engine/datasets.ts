/** datasets of the contract. */
import type { ImportRecipe } from '../../core/contract/importRecipe.ts';
import type { DatasetSummary, ImportEvent } from '../../core/contract/types.ts';
import { importDataset, ImportCancelled, ImportError, scanImport } from '../import/index.ts';
import { auditDataset } from './auditDataset.ts';
import { conflict, invalid, notFound } from './errors.ts';
import { ImportMeter } from './importMeter.ts';
import type { Implementer } from './implementer.ts';
import { latestStream } from './latestStream.ts';
import type { Services } from './services.ts';
import { thumbnails } from './thumbnails.ts';

export function datasetHandlers(os: Implementer, services: Services) {
  const { workspace, files } = services;
  const { datasets, studies } = workspace;

  const find = (id: number): DatasetSummary => {
    const dataset = datasets.get(id);
    if (!dataset) throw notFound('There is no such dataset.');
    return dataset;
  };

  return {
    list: os.datasets.list.handler(() => datasets.list()),
    get: os.datasets.get.handler(({ input }) => ({ ...find(input.id), bySubject: datasets.bySubject(input.id) })),
    thumbnails: os.datasets.thumbnails.handler(({ input }) => {
      const { count } = find(input.id);
      const beyond = input.index.find((index) => index >= count);
      if (beyond !== undefined) {
        throw invalid([{ path: 'index', message: `index: there is no image ${beyond}; the dataset has ${count}.` }]);
      }
      return thumbnails(datasets, input.id, input.index, input.maxSide);
    }),
    rename: os.datasets.rename.handler(({ input }) => {
      find(input.id);
      requireFreeName(services, input.name, input.id);
      workspace.transaction(() => {
        datasets.rename(input.id, input.name);
        studies.renameDataset(input.id, input.name);
      });
      return find(input.id);
    }),
    delete: os.datasets.delete.handler(({ input }) => {
      const { name } = find(input.id);
      workspace.transaction(() => {
        const users = studies.ofDataset(input.id).map((study) => `"${study.name}"`);
        if (users.length > 0) {
          const use = users.length === 1 ? `the study ${users[0]} uses` : `the studies ${users.join(', ')} use`;
          throw conflict(`"${name}" cannot be deleted: ${use} it.`);
        }
        datasets.remove(input.id);
      });
      return null;
    }),
    audit: os.datasets.audit.handler(({ input, signal }) => {
      find(input.id);
      return auditDataset(datasets, input.id, input.near, signal);
    }),
    previewImport: os.datasets.previewImport.handler(async ({ input }) =>
      scanImport((await files.resolve(input.token)).path, input.recipe),
    ),
    import: os.datasets.import.handler(async ({ input, signal }) => {
      requireFreeName(services, input.name);
      const { path, roots } = await files.resolve(input.token);
      return importStream(services, { path, roots: roots ?? undefined, ...input }, signal);
    }),
  };
}

/** Throws CONFLICT where another dataset has the name. */
export function requireFreeName({ workspace }: Pick<Services, 'workspace'>, name: string, except?: number): void {
  const other = workspace.datasets.findByName(name);
  if (other && other.id !== except) throw conflict(`There is a dataset "${name}" already; choose another name.`);
}

interface ImportJob {
  readonly path: string;
  readonly roots: readonly string[] | undefined;
  readonly name: string;
  readonly size: { readonly rows: number; readonly cols: number } | null;
  readonly recipe?: ImportRecipe | undefined;
}

/** Imports and reports. Leaving the stream cancels: the dataset is stored in one transaction at the end, or not at all. */
function importStream(services: Services, job: ImportJob, signal: AbortSignal | undefined) {
  const abort = new AbortController();
  const { stream, offer, end } = latestStream<ImportEvent>(signal, () => abort.abort());
  const meter = new ImportMeter();
  const stop = AbortSignal.any([abort.signal, services.closing]);

  const run = async (): Promise<ImportEvent> => {
    const { path, roots, name, size, recipe } = job;
    const onProgress = (found: { done: number; total: number; running: string }): void =>
      offer({ kind: 'progress', progress: meter.update(found) });
    const imported = await importDataset({ path, size, recipe, roots, signal: stop, onProgress });
    stop.throwIfAborted();
    requireFreeName(services, name);
    const dataset = services.workspace.datasets.add(name, imported, path);
    return { kind: 'done', report: { dataset, problems: imported.problems, seconds: meter.seconds } };
  };
  run()
    .catch((error: unknown): ImportEvent => {
      if (stop.aborted || error instanceof ImportCancelled) return { kind: 'cancelled' };
      if (!(error instanceof ImportError)) services.log.error({ err: error, path: job.path }, 'import failed');
      return { kind: 'failed', reason: error instanceof Error ? error.message : String(error) };
    })
    .then((event) => {
      offer(event);
      end();
    });
  return stream;
}
