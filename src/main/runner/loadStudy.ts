import { attributeCodes } from '../../core/dataset.ts';
import { withVectors } from '../../core/features/registry.ts';
import type { StoredPixels } from '../../core/images/storedImages.ts';
import type { StudySpec } from '../../core/study/spec/spec.ts';
import { attributesOf, type PlannedMethod } from '../../core/study/plan/plan.ts';
import type { StoredStudy } from '../workspace/studies/studies.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { vectorPixels } from '../workspace/datasets/attachments.ts';
import { featureKey, shareStudy, type SharedStudy } from '../workers/solvers/sharedStudy.ts';

/** Loads the images of a study, and the attributes of these names, into shared memory. */
export type LoadStudy = (study: StoredStudy, attributes: readonly string[]) => Promise<SharedStudy>;

/** Names of the attributes that methods ask for. */
export function attributesFor(methods: readonly PlannedMethod[]): string[] {
  return [...new Set(methods.flatMap(attributesOf))];
}

/** The dataset of a study in shared memory, with these attributes and the features of methods that have their own. */
export function loadStudy(
  { datasets, attachments }: Pick<Workspace, 'datasets' | 'attachments'>,
  { datasetId, spec }: StoredStudy,
  attributes: readonly string[],
): SharedStudy {
  const facts = datasets.facts(datasetId)!;
  const codes = attributeCodes(facts, attributes);
  let images: StoredPixels | undefined;
  const share = (given: StudySpec['features']): SharedStudy => {
    const { vectors, steps } = withVectors(given);
    const found = vectors === null ? null : attachments.get(datasetId, vectors);
    const pixels = found ? vectorPixels(found) : (images ??= datasets.loadPixels(datasetId));
    return shareStudy(pixels, facts.labels, steps, codes);
  };
  const own = spec.methods.flatMap(({ features }) => (features ? [features] : []));
  if (own.length === 0) return share(spec.features);
  const lists = new Map(own.map((features) => [featureKey(features), features]));
  const views = Object.fromEntries([...lists].map(([key, features]) => [key, share(features)]));
  return { ...share(spec.features), views };
}
