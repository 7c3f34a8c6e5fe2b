import type { DatasetFacts } from '../../core/study/dataset.ts';
import { extensionProblems } from '../../core/study/extend.ts';
import { planStudy } from '../../core/study/plan.ts';
import type { StudySpec } from '../../core/study/spec.ts';
import type { StoredStudy } from '../workspace/studies.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { invalid } from './errors.ts';

/**
 * Gives a stored study a checked spec that adds to it; finished cells keep their results. Throws INVALID where the spec
 * has another name or another dataset, or would lose cells.
 */
export function extendStudy(
  { studies, cells, transaction }: Workspace,
  study: StoredStudy,
  spec: StudySpec,
  { facts }: { readonly facts: DatasetFacts },
): void {
  if (spec.name !== study.name) {
    throw invalid([{ path: 'name', message: `name: an extension of "${study.name}" must keep that name.` }]);
  }
  if (facts.hash !== study.datasetHash) {
    throw invalid([{ path: 'dataset', message: 'dataset: an extension must keep the dataset of the study.' }]);
  }
  transaction(() => {
    const plan = planStudy(spec, facts, facts);
    const problems = extensionProblems(cells.all(study.id), plan);
    if (problems.length > 0) throw invalid(problems);
    studies.setSpec(study.id, spec);
    cells.extendPlan(study.id, plan.cells);
  });
}
