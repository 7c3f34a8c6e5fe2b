import { kernelName } from '../../../core/linalg/index.ts';
import { studyManifest, type Manifest, type ManifestOutcome } from '../../../core/study/plan/manifest.ts';
import { allCells } from './cells/allCells.ts';
import { plannedStudy } from './studyResults.ts';
import type { StoredStudy } from '../../workspace/studies/studies.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import { engineInfo } from '../../thisEngine.ts';

/** The manifest of a study from its stored cells, as far as they are finished. */
export function storedManifest(workspace: Workspace, study: StoredStudy): Manifest {
  const { cells, datasets } = workspace;
  const stored = allCells(workspace, study);
  const errors = cells.errors(study.id);
  const outcomes = new Map<string, ManifestOutcome>();
  for (const { key, position, status, reason } of stored) {
    const details = status === 'done' ? cells.details(study.id, position) : null;
    if (details) {
      const measures = study.spec.measures && cells.measures(study.id, position);
      const { shapes, wrong, testCount } = errors.get(position)!;
      const result = { ...details, shapes, wrong: Array.from(wrong), testCount, ...(measures && { measures }) };
      outcomes.set(key, { status: 'done', result });
    }
    if (status === 'failed') outcomes.set(key, { status, reason: reason! });
  }
  const engine = { ...engineInfo(), kernel: cells.kernels(study.id).join(', ') || kernelName() };
  const dataset = {
    ...datasets.facts(study.datasetId)!,
    preprocessing: datasets.get(study.datasetId)!.preprocessing,
    making: datasets.making(study.datasetId),
  };
  return studyManifest(engine, study.spec, dataset, plannedStudy(study, stored), outcomes);
}
