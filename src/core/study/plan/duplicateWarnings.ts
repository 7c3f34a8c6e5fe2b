/** Whether splits of a study put one of two duplicate images into training and the other into the test. */
import { conditionsOf, splitCount } from '../spec/conditions.ts';
import type { SplitSource } from '../../dataset.ts';
import { testsTrainingImages } from '../spec/specFacts.ts';
import { evaluatedImages } from '../../protocols/pairs/pairs.ts';
import type { Split } from '../../protocols/split.ts';
import { splitOf, type SplitSpec } from './splits.ts';

/** Most splits that are looked at: a study with more is judged by its first ones. */
const MOST = 500;

/**
 * One sentence where identical or nearly identical images (groups of image numbers) stand on both sides of a split,
 * training or gallery against test; none where no split separates a group. The spec must fit the dataset.
 */
export function duplicateWarnings(
  spec: SplitSpec,
  dataset: SplitSource,
  groups: readonly (readonly number[])[],
): readonly string[] {
  // Fitted images are on both sides by intent.
  if (groups.length === 0 || testsTrainingImages(spec.protocol)) return [];
  let looked = 0;
  let concerned = 0;
  let most = 0;
  for (const { key } of conditionsOf(spec.protocol)) {
    const repeats = splitCount(spec, dataset);
    for (let repeat = 1; repeat <= repeats && looked < MOST; repeat++, looked++) {
      const free = duplicatesAcross(comparedSides(splitOf(spec, dataset, key, repeat)), groups).length;
      if (free > 0) concerned++;
      most = Math.max(most, free);
    }
  }
  if (concerned === 0) return [];
  return [
    `In ${concerned} of ${looked} splits up to ${most} test ${most === 1 ? 'image is' : 'images are'} also in training ` +
      'under another name. The dataset holds identical or nearly identical images: exclude them, or import it without duplicates.',
  ];
}

/**
 * The test images of a split whose group of duplicates has an image in training or gallery too, in the order of the
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
  const known = new Set([...train, ...(gallery ?? [])]);
  const free = new Set(groups.filter((images) => images.some((image) => known.has(image))).flat());
  return [...test].filter((image) => free.has(image));
}

/** What a duplicate must not stand on both sides of: of verification, the images learned from and those evaluated. */
function comparedSides(split: Split): Parameters<typeof duplicatesAcross>[0] {
  return split.pairs ? { train: split.train, test: evaluatedImages(split) } : split;
}
