import { attributeCodes, type DatasetFacts } from '../../core/dataset.ts';
import { attributesOf, type PlannedMethod } from '../../core/study/plan/plan.ts';
import type { StoredStudy } from '../workspace/studies.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { shareStudy, type SharedStudy } from '../threads/solvers/sharedStudy.ts';

/** The dataset of a study in shared memory, with the attributes that these methods ask for. */
export function loadStudy(
  { datasets }: Pick<Workspace, 'datasets'>,
  { datasetId, spec }: StoredStudy,
  facts: DatasetFacts,
  methods: readonly PlannedMethod[],
): SharedStudy {
  return shareStudy(
    datasets.loadPixels(datasetId),
    facts.labels,
    spec.features,
    attributeCodes(facts, [...new Set(methods.flatMap(attributesOf))]),
  );
}
