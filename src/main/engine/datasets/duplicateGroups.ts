import type { DatasetSummary } from '../../../core/contract/datasets.ts';
import { findDuplicates, type AllDuplicates } from '../../../core/images/audit/duplicates.ts';
import { runInTimeSlices } from '../../inSteps.ts';
import type { Workspace } from '../../workspace/workspace.ts';

export type DuplicateGroups = (dataset: DatasetSummary) => Promise<readonly (readonly number[])[]>;

/** Least correlation of near-duplicates. */
const NEAR = 0.999;

/** Images of a dataset whose near-duplicates are looked for while somebody waits: 5000 take half a second. */
const MOST_IMAGES = 5000;

/**
 * Groups of identical or nearly identical images of a dataset; looked for once and kept in the workspace, for a hash
 * stands for its pixels.
 */
export function duplicateGroups({ datasets, duplicates }: Pick<Workspace, 'datasets' | 'duplicates'>): DuplicateGroups {
  const known = new Map<string, ReturnType<DuplicateGroups>>();
  const find: DuplicateGroups = async ({ id, hash, rows, cols, count }) => {
    const near = count <= MOST_IMAGES ? NEAR : null;
    const before = duplicates.get(hash, near);
    if (before && before.every((images) => images.every((image) => image < count))) return before;
    const pixels = new Float64Array(rows * cols);
    const read = (n: number): Float64Array => {
      datasets.readPixels(id, pixels, [n]);
      return pixels;
    };
    const subjects = new Array<string>(count).fill('');
    const groups = joined(await runInTimeSlices(findDuplicates({ rows, cols, count, subjects, read }, near)));
    duplicates.set(hash, near, groups);
    return groups;
  };
  return (dataset) => {
    const found = known.get(dataset.hash) ?? find(dataset);
    known.set(dataset.hash, found);
    found.catch(() => known.delete(dataset.hash));
    return found;
  };
}

/** Groups and pairs that share an image, as one group. */
function joined({ exact, near }: AllDuplicates): readonly (readonly number[])[] {
  const groupOf = new Map<number, Set<number>>();
  for (const { images } of [...exact, ...near.pairs]) {
    const group = new Set(images.flatMap((image) => [image, ...(groupOf.get(image) ?? [])]));
    for (const image of group) groupOf.set(image, group);
  }
  return [...new Set(groupOf.values())].map((group) => [...group].sort((a, b) => a - b));
}
