import type { DatasetSummary } from '../../../core/contract/datasets.ts';
import type { Workspace } from '../../workspace/workspace.ts';

/** Minimum correlation of near-duplicates. */
const NEAR = 0.999;

/** Largest dataset that is searched for near-duplicates while the user waits: 5000 images take half a second. */
const MOST_IMAGES = 5000;

/** Minimum correlation by which a dataset is searched; null: for identical images only. */
export function nearness({ count }: Pick<DatasetSummary, 'count'>): number | null {
  return count <= MOST_IMAGES ? NEAR : null;
}

/** The groups of `duplicateGroups`, if they were searched for; else none. */
export function storedDuplicates(
  { duplicates }: Pick<Workspace, 'duplicates'>,
  dataset: Pick<DatasetSummary, 'hash' | 'count'>,
): readonly (readonly number[])[] {
  const groups = duplicates.get(dataset.hash, nearness(dataset)) ?? [];
  return groups.every((images) => images.every((image) => image < dataset.count)) ? groups : [];
}
