import { attributeCodes } from '../../core/dataset.ts';
import { withVectors } from '../../core/features/registry.ts';
import type { StoredPixels } from '../../core/images/storedImages.ts';
import type { StudySpec } from '../../core/study/spec/spec.ts';
import { attributesOf, type PlannedMethod } from '../../core/study/study.ts';
import type { StoredStudy } from '../workspace/studies/studies.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { vectorPixels } from '../workspace/datasets/attachments.ts';
import { featureKey, shareStudy, type SharedStudy } from '../workers/solvers/sharedStudy.ts';

/** Loads the images of a study, and these attributes, into shared memory. */
export type LoadStudy = (study: StoredStudy, attributes: readonly string[]) => Promise<SharedStudy>;

/** Names of the attributes that the methods use. */
export function attributesFor(methods: readonly PlannedMethod[]): string[] {
  return [...new Set(methods.flatMap(attributesOf))];
}

/**
 * Loads the dataset of a study into shared memory, with these attributes and the features of methods that have their
 * own.
 */
export function loadStudy(
  { datasets, attachments }: Pick<Workspace, 'datasets' | 'attachments'>,
  { datasetId, spec }: StoredStudy,
  attributes: readonly string[],
): SharedStudy {
  const facts = datasets.factsOf(datasetId);
  const codes = attributeCodes(facts, attributes);
  let images: StoredPixels | undefined;
  const share = (given: StudySpec['features']): SharedStudy => {
    const { vectors, steps } = withVectors(given);
    const attachment = vectors === null ? null : attachments.get(datasetId, vectors);
    const pixels = attachment ? vectorPixels(attachment) : (images ??= datasets.loadPixels(datasetId));
    return shareStudy(pixels, facts.labels, steps, codes);
  };
  const methodFeatures = spec.methods.flatMap(({ features }) => (features ? [features] : []));
  if (methodFeatures.length === 0) return share(spec.features);
  const lists = new Map(methodFeatures.map((features) => [featureKey(features), features]));
  const views = Object.fromEntries([...lists].map(([key, features]) => [key, share(features)]));
  return { ...share(spec.features), views };
}
