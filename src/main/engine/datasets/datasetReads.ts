/** Calls on datasets that only read. */
import type { contract } from '../../../core/contract/contract.ts';
import type { DatasetSummary } from '../../../core/contract/datasets.ts';
import { runSteps } from '../../../core/formats/steps.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import { invalid, notFound } from '../errors.ts';
import type { ReadServices } from '../reader/readService.ts';
import { exportDataset } from './exportDataset.ts';
import { meanFaces } from './faces/meanFaces.ts';
import { componentFaces, spectrum } from './spectrum.ts';
import { thumbnails } from './thumbnails.ts';

/** Throws NOT_FOUND. */
export function findDataset({ datasets }: Workspace, id: number): DatasetSummary {
  const dataset = datasets.get(id);
  if (!dataset) throw notFound('There is no such dataset.');
  return dataset;
}

/** Throws INVALID where there is none at one of the places. */
export function requireImages(index: readonly number[], { count }: DatasetSummary): void {
  const beyond = index.find((n) => n >= count);
  if (beyond === undefined) return;
  throw invalid([{ path: 'index', message: `index: there is no image ${beyond}; the dataset has ${count}.` }]);
}

export const datasetReads: ReadServices<(typeof contract)['datasets']> = {
  get: (workspace, { id }) => ({
    ...findDataset(workspace, id),
    bySubject: workspace.datasets.bySubject(id),
    excludedImages: workspace.datasets.excluded(id),
  }),
  thumbnails(workspace, { id, index, maxSide }) {
    requireImages(index, findDataset(workspace, id));
    return thumbnails(workspace.datasets, id, index, maxSide);
  },
  means: (workspace, { id, maxSide }) =>
    runSteps(meanFaces(workspace.datasets, findDataset(workspace, id).id, maxSide)),
  componentFaces: (workspace, { id, maxSide }) =>
    componentFaces(workspace.datasets, findDataset(workspace, id).id, maxSide),
  spectrum: (workspace, { id }) => spectrum(workspace.datasets, findDataset(workspace, id).id),
  export: (workspace, { id, format }) => exportDataset(workspace.datasets, findDataset(workspace, id), format),
};
