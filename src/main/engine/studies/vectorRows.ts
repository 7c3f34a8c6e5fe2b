/** The attached vectors that rows of a study work on, and where these come from. */
import { withVectors } from '../../../core/features/registry.ts';
import { BUILT_IN, networkFileOf, type VectorOrigin } from '../../../core/networks/provenance.ts';
import { rowName } from '../../../core/study/study.ts';
import { WorkspaceError } from '../../workspace/workspaceErrors.ts';
import type { StoredStudy } from '../../workspace/studies/studies.ts';
import type { Workspace } from '../../workspace/workspace.ts';

/** Labels of rows on attached vectors, with the origin of these. */
export function vectorRows(
  workspace: Pick<Workspace, 'attachments' | 'networks'>,
  { datasetId, spec }: StoredStudy,
): (readonly [label: string, origin: VectorOrigin])[] {
  const origins = vectorOrigins(workspace, datasetId);
  return spec.methods.flatMap((entry) => {
    const { vectors } = withVectors(entry.features ?? spec.features);
    return vectors === null || !Object.hasOwn(origins, vectors) ? [] : [[rowName(entry), origins[vectors]] as const];
  });
}

/** The origin of the vectors that are attached to a dataset, by name. */
export function vectorOrigins(
  { attachments, networks }: Pick<Workspace, 'attachments' | 'networks'>,
  datasetId: number,
): Readonly<Record<string, VectorOrigin>> {
  return Object.fromEntries(
    attachments.list(datasetId).map(({ name, source, length, network }) => {
      // The record of a network has points of all images, and that of the built-in one states nothing.
      const describes = network && networkFileOf(source) !== BUILT_IN;
      return [name, { source, length, ...(describes && { stated: statedBy(networks, datasetId, name) }) }];
    }),
  );
}

/** What the recipe of a network states; undefined if it is damaged, as a table needs only its numbers. */
function statedBy(networks: Workspace['networks'], datasetId: number, name: string): VectorOrigin['stated'] {
  try {
    return networks.record(datasetId, name)?.recipe;
  } catch (error) {
    if (error instanceof WorkspaceError) return undefined;
    throw error;
  }
}
