/** Warns if splits of a study have one of two duplicate images in training and the other in the test. */
import { conditionsOf, splitCount } from '../spec/conditions.ts';
import type { SplitSource } from '../../dataset.ts';
import { testsTrainingImages } from '../spec/specFacts.ts';
import { evaluatedImages } from '../../protocols/pairs/pairs.ts';
import type { Split } from '../../protocols/split.ts';
import { splitOf, type SplitSpec } from './splits.ts';

/** Maximum number of splits checked; of a larger study only the first ones are. */
const MOST = 500;

/**
 * One sentence if identical or nearly identical images (groups of image numbers) are on both sides of a split, training
 * or gallery against test; none if no split separates a group. The spec must fit the dataset.
 */
export function duplicateWarnings(
  spec: SplitSpec,
  dataset: SplitSource,
  groups: readonly (readonly number[])[],
): readonly string[] {
  const counts = duplicateCounts(spec, dataset, groups);
  if (!counts) return [];
  const { affected, checked, most } = counts;
  return [
    `In ${affected} of ${checked} splits up to ${most} test ${most === 1 ? 'image is' : 'images are'} also in training ` +
      'under another name. The dataset holds identical or nearly identical images: exclude them, or import it without duplicates.',
  ];
}

/** Splits that have one of two duplicates on each side. */
export interface DuplicateCounts {
  readonly affected: number;
  /** The first splits; later ones of a large study are not looked at. */
  readonly checked: number;
  /** Most such test images of a split. */
  readonly most: number;
}

/** The splits of `duplicateWarnings`; null if no split separates a group. */
export function duplicateCounts(
  spec: SplitSpec,
  dataset: SplitSource,
  groups: readonly (readonly number[])[],
): DuplicateCounts | null {
  // Studies that test their training images have these on both sides on purpose.
  if (groups.length === 0 || testsTrainingImages(spec.protocol)) return null;
  let checkedSplits = 0;
  let affectedSplits = 0;
  let most = 0;
  for (const { key } of conditionsOf(spec.protocol)) {
    const repeats = splitCount(spec, dataset);
    for (let repeat = 1; repeat <= repeats && checkedSplits < MOST; repeat++, checkedSplits++) {
      const duplicates = duplicatesAcross(comparedSides(splitOf(spec, dataset, key, repeat)), groups).length;
      if (duplicates > 0) affectedSplits++;
      most = Math.max(most, duplicates);
    }
  }
  return affectedSplits === 0 ? null : { affected: affectedSplits, checked: checkedSplits, most };
}

/**
 * The test images of a split whose group of duplicates also has an image in training or gallery, in the order of the
 * test.
 */
export function duplicatesAcross(
  {
    train,
    test,
    gallery,
  }: Readonly<Record<'train' | 'test', Iterable<number>>> & {
    readonly gallery?: Iterable<number> | null;
  },
  groups: readonly (readonly number[])[],
): number[] {
  const trainingSide = new Set([...train, ...(gallery ?? [])]);
  const duplicates = new Set(groups.filter((images) => images.some((image) => trainingSide.has(image))).flat());
  return [...test].filter((image) => duplicates.has(image));
}

/** The two sides that must not share duplicates: in verification, the training images and the evaluated images. */
function comparedSides(split: Split): Parameters<typeof duplicatesAcross>[0] {
  return split.pairs ? { train: split.train, test: evaluatedImages(split) } : split;
}
