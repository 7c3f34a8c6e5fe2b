import type { DatasetFacts } from '../../../core/dataset.ts';
import { cellIdentity, extensionProblems } from '../../../core/study/plan/extend.ts';
import { plannedMethods, planStudy, type PlannedCell } from '../../../core/study/plan/plan.ts';
import type { StudySpec } from '../../../core/study/spec/spec.ts';
import { listed, plural } from '../../../core/text/words.ts';
import type { StoredStudy } from '../../workspace/studies/studies.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import { invalid } from '../errors.ts';

interface CheckedDataset {
  readonly facts: DatasetFacts;
}

/**
 * Gives a stored study a checked spec that adds to it; finished cells keep their results. Throws as extendedPlan does.
 */
export function extendStudy(workspace: Workspace, study: StoredStudy, spec: StudySpec, dataset: CheckedDataset): void {
  const { studies, cells, notebook, transaction } = workspace;
  transaction(() => {
    const plan = extendedPlan(workspace, study, spec, dataset);
    studies.setSpec(study.id, spec);
    // What else belongs to a part is stored when it runs.
    const known = study.partial ? new Set(cells.all(study.id).map(cellIdentity)) : null;
    if (known) {
      cells.extendPlan(
        study.id,
        plan.filter((cell) => known.has(cellIdentity(cell))),
        plan.length,
      );
    } else cells.extendPlan(study.id, plan);
    notebook.record({ kind: 'study', id: study.id }, 'extended', whatIsNew(study, spec, plan.length));
  });
}

/** "PPCA and LDA, 60 more cells". */
function whatIsNew({ spec, cells }: StoredStudy, next: StudySpec, total: number): string {
  const before = new Set(plannedMethods(spec).map(({ label }) => label));
  const labels = plannedMethods(next).map(({ label }) => label);
  const added = labels.filter((label) => !before.has(label));
  const more = plural(total - cells.total, 'more cell');
  return added.length > 0 ? `${listed(added)}, ${more}` : more;
}

/**
 * All cells of a study after an extension by a checked spec. Throws INVALID where the spec has another name or another
 * dataset, or would lose cells.
 */
export function extendedPlan(
  { cells }: Pick<Workspace, 'cells'>,
  study: StoredStudy,
  spec: StudySpec,
  { facts }: CheckedDataset,
): readonly PlannedCell[] {
  if (spec.name !== study.name) {
    throw invalid([{ path: 'name', message: `name: an extension of "${study.name}" must keep that name.` }]);
  }
  if (facts.hash !== study.datasetHash) {
    throw invalid([{ path: 'dataset', message: 'dataset: an extension must keep the dataset of the study.' }]);
  }
  const plan = planStudy(spec, facts, facts);
  const problems = extensionProblems(cells.all(study.id), plan);
  if (problems.length > 0) throw invalid(problems);
  return plan.cells;
}
