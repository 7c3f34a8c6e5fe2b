/** datasets of the contract. */
import type { DatasetSummary } from '../../core/contract/types.ts';
import { importDataset, scanImport } from '../import/index.ts';
import { auditDataset } from './auditDataset.ts';
import { conflict, invalid, notFound } from './errors.ts';
import type { Implementer } from './implementer.ts';
import { importStream, type Produce } from './importStream.ts';
import { preprocessDataset, sourceOf } from './preprocessDataset.ts';
import { requireFreeName } from './requireFreeName.ts';
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
      const { name, size, recipe } = input;
      const read: Produce = (signal, onProgress) =>
        importDataset({ path, size, recipe, roots: roots ?? undefined, signal, onProgress });
      return importStream(services, { name, source: path, read }, signal);
    }),
    preprocess: os.datasets.preprocess.handler(async ({ input, signal }) => {
      const { id, name, steps, eyes } = input;
      const dataset = find(id);
      requireFreeName(services, name);
      const eyePath = eyes === undefined ? null : (await files.resolve(eyes)).path;
      const read: Produce = (signal, onProgress) =>
        preprocessDataset({ datasets, dataset, steps, eyePath, signal, onProgress });
      return importStream(services, { name, source: sourceOf(dataset, steps), read }, signal);
    }),
  };
}
