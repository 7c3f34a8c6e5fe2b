/** Training images that are nearly identical, which whitening at full rank tells apart by what is left between them. */
import type { SplitSource } from '../../dataset.ts';
import type { Steps } from '../../formats/cooperativeSteps.ts';
import { plural } from '../../text/phrases.ts';
import { conditionsOf, splitCount } from '../spec/conditions.ts';
import { splitOf, type SplitSpec } from './splits.ts';

/**
 * Share of the median distance of two training images below which the nearest two are nearly identical. On Extended
 * Yale B 32 × 32 (five images per subject, seed 1) three of ten splits have 0.02 to 0.05, where whitened LDA has 48 to
 * 55% errors; the others have 0.08 to 0.16 and 32%. On ORL the least of ten splits is 0.15, on Yale 0.29.
 */
const NEARLY = 0.05;

/** Most products of pixels, about 0.4 s: twice what ten splits of 190 images of 32 × 32 take. */
const MOST_PRODUCTS = 4e8;

export interface NearTraining {
  readonly affected: number;
  /** The first splits, as far as the budget reaches; 0: none. */
  readonly checked: number;
}

/** Reads the images with these positions, one after another. */
export type ReadImages = (positions: readonly number[]) => Float64Array;

/**
 * Counts the splits with nearly identical training images, in short steps. `pixels`: of an image.
 */
export function* countNearTraining(
  spec: SplitSpec,
  dataset: SplitSource,
  pixels: number,
  read: ReadImages,
): Steps<NearTraining> {
  let [affected, checked, left] = [0, 0, MOST_PRODUCTS];
  for (const { key } of conditionsOf(spec.protocol)) {
    const repeats = splitCount(spec, dataset);
    for (let repeat = 1; repeat <= repeats; repeat++) {
      const { train } = splitOf(spec, dataset, key, repeat);
      left -= (train.length * (train.length - 1) * pixels) / 2;
      if (left < 0) return { affected, checked };
      checked++;
      if ((yield* nearestShare(read([...train]), train.length, pixels)) < NEARLY) affected++;
    }
  }
  return { affected, checked };
}

/** The least distance of two images as a share of the median distance; Infinity if that is 0, or below three images. */
function* nearestShare(values: Float64Array, count: number, pixels: number): Generator<void, number, void> {
  if (count < 3) return Infinity;
  const distances = new Float64Array((count * (count - 1)) / 2);
  let next = 0;
  for (let a = 0; a < count; a++) {
    yield;
    for (let b = 0; b < a; b++) {
      let square = 0;
      for (let i = 0; i < pixels; i++) square += (values[a * pixels + i] - values[b * pixels + i]) ** 2;
      distances[next++] = Math.sqrt(square);
    }
  }
  distances.sort();
  const median = distances[Math.floor(distances.length / 2)];
  return median > 0 ? distances[0] / median : Infinity;
}

/** One sentence on such splits; none without any. */
export function nearTrainingSentences({ affected, checked }: NearTraining): string[] {
  if (affected === 0) return [];
  return [
    `In ${affected} of ${plural(checked, 'split')} examined, two training images are nearly identical: their distance is below ` +
      `${100 * NEARLY}% of the median. Methods that whiten all of the variance magnify what is left between them.`,
  ];
}
