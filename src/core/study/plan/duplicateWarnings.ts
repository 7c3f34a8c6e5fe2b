/** Warns if splits of a study have one of two duplicate images in training and the other in the test. */
import { conditionsOf, splitCount } from '../spec/conditions.ts';
import type { SplitSource } from '../../dataset.ts';
import { testsTrainingImages } from '../study.ts';
import { restrict } from '../../protocols/subset.ts';
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
  // Studies that test their training images have these on both sides on purpose.
  if (groups.length === 0 || testsTrainingImages(spec.protocol)) return [];
  let [affected, checked, most] = [0, 0, 0];
  for (const { key } of conditionsOf(spec.protocol)) {
    const repeats = splitCount(spec, dataset);
    for (let repeat = 1; repeat <= repeats && checked < MOST; repeat++, checked++) {
      const duplicates = separatedDuplicates(splitOf(spec, dataset, key, repeat), groups).length;
      if (duplicates > 0) affected++;
      most = Math.max(most, duplicates);
    }
  }
  if (affected === 0) return [];
  return [
    `In ${affected} of ${checked} splits up to ${most} test ${most === 1 ? 'image is' : 'images are'} also in training ` +
      'under another name. The dataset holds identical or nearly identical images: exclude them, or import it without duplicates.',
  ];
}

/** The images to leave out so that no two that take part are duplicates: all but the first of each group. */
export function surplusDuplicates(
  { subset }: Pick<SplitSpec, 'subset'>,
  dataset: SplitSource,
  groups: readonly (readonly number[])[],
): number[] {
  const { labels } = restrict(dataset, subset);
  return groups.flatMap((images) => images.filter((image) => labels[image] >= 0).slice(1));
}

/**
 * The test images of a split with a duplicate on the other side, training or gallery; in verification the images of the
 * evaluation.
 */
export function separatedDuplicates(split: Split, groups: readonly (readonly number[])[]): number[] {
  return duplicatesAcross(split.pairs ? { train: split.train, test: evaluatedImages(split) } : split, groups);
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
