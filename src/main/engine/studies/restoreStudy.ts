/** Studies whose deletion is taken back, and the names that they may have. */
import { conflict, notFound } from '../errors.ts';
import type { Workspace } from '../../workspace/workspace.ts';

/** Throws CONFLICT where another study has the name. */
export function requireFreeStudyName({ studies }: Pick<Workspace, 'studies'>, name: string, except?: number): void {
  const other = studies.findByName(name);
  if (other && other.id !== except) throw conflict(`There is a study "${name}" already; choose another name.`);
}

/**
 * Brings a deleted study back under its name. Throws NOT_FOUND where there is none, CONFLICT where the name is taken or
 * the dataset was deleted or has other images since: its cells would belong to images that are not there.
 */
export function restoreStudy(workspace: Pick<Workspace, 'studies' | 'datasets'>, id: number): void {
  const { studies, datasets } = workspace;
  const hidden = studies.hidden(id);
  if (hidden === null) throw notFound('There is no such deleted study.');
  const { name, datasetId, datasetHash } = hidden;
  requireFreeStudyName(workspace, name);
  const dataset = datasets.get(datasetId);
  if (!dataset) throw conflict(`"${name}" cannot be restored: its dataset was deleted. Restore that first.`);
  if (dataset.hash !== datasetHash) {
    const other = `images of "${dataset.name}" were excluded or included since`;
    throw conflict(`"${name}" cannot be restored: ${other}. Take that back first.`);
  }
  studies.unhide(id);
}
