import { attributeCodes } from '../../core/dataset.ts';
import { attributesOf, type PlannedMethod } from '../../core/study/plan/plan.ts';
import type { StoredStudy } from '../workspace/studies.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { shareStudy, type SharedStudy } from '../threads/solvers/sharedStudy.ts';

/** Names of the attributes that methods ask for. */
export function attributesFor(methods: readonly PlannedMethod[]): string[] {
  return [...new Set(methods.flatMap(attributesOf))];
}

/** The dataset of a study in shared memory, with these attributes. */
export function loadStudy(
  { datasets }: Pick<Workspace, 'datasets'>,
  { datasetId, spec }: StoredStudy,
  attributes: readonly string[],
): SharedStudy {
  const facts = datasets.facts(datasetId)!;
  return shareStudy(datasets.loadPixels(datasetId), facts.labels, spec.features, attributeCodes(facts, attributes));
}
