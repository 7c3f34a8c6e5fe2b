import { planCells } from '../../../../core/study/plan/plan.ts';
import { planStudy } from '../../../../core/study/study.ts';
import type { StoredCell } from '../../../workspace/studies/cells.ts';
import type { StoredStudy } from '../../../workspace/studies/studies.ts';
import type { Workspace } from '../../../workspace/workspace.ts';

/**
 * All cells of a study in plan order; only those of `condition` (key) if given, and none if the study does not have it.
 * A part stores only its own cells: those of other parts are planned again, as pending.
 */
export function allCells(
  { cells, datasets }: Pick<Workspace, 'cells' | 'datasets'>,
  study: StoredStudy,
  condition: string | null = null,
): StoredCell[] {
  const stored = cells.all(study.id, condition);
  if (!study.partial) return stored;
  const byPosition = new Map(stored.map((cell) => [cell.position, cell]));
  const facts = datasets.factsOf(study.datasetId);
  return planCells(planStudy(study.spec), facts)
    .cells.filter((cell) => condition === null || cell.condition === condition)
    .map((cell) => byPosition.get(cell.position) ?? { ...cell, status: 'pending', deaths: 0, reason: null });
}
