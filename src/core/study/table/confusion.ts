/** Confusion matrices: which subjects are misclassified as which. */
import type { LatentShape } from '../../methods/method.ts';
import type { Split } from '../../protocols/split.ts';

/** Confusion of subjects over the finished repeats of one method and condition. */
export interface StudyConfusion {
  /** The shape of the table; null if nothing has finished. */
  readonly shape: LatentShape | null;
  readonly repeats: number;
  readonly subjects: readonly string[];
  /** `counts[truth][predicted]` */
  readonly counts: readonly (readonly number[])[];
  /** The errors, most frequent first. */
  readonly pairs: readonly ConfusedPair[];
}

/** Counts by subject: `counts[truth][predicted]`, over any number of splits. */
export type ConfusionCounts = number[][];

/** No counts yet. */
export function emptyConfusion(subjects: number): ConfusionCounts {
  return Array.from({ length: subjects }, () => new Array<number>(subjects).fill(0));
}

/**
 * Adds the test images of one split. `nearest`: for every test image the position of the gallery image (the training
 * image if the split has no gallery) that it is matched with, at one latent shape.
 */
export function addConfusion(
  counts: ConfusionCounts,
  nearest: ArrayLike<number>,
  split: Split,
  labels: ArrayLike<number>,
): void {
  const gallery = split.gallery ?? split.train;
  if (nearest.length !== split.test.length) {
    throw new RangeError(`addConfusion: ${nearest.length} predictions for ${split.test.length} test images`);
  }
  split.test.forEach((image, t) => counts[labels[image]][labels[gallery[nearest[t]]]]++);
}

export interface ConfusedPair {
  readonly truth: number;
  readonly predicted: number;
  readonly count: number;
  /** Test images of the true subject. */
  readonly tests: number;
}

/**
 * The errors by pair of subjects, most frequent first, then by the numbers of the subjects, the order of the counts.
 */
export function confusedPairs(counts: ConfusionCounts): ConfusedPair[] {
  return counts
    .flatMap((row, truth) => {
      const tests = row.reduce((sum, count) => sum + count, 0);
      return row.map((count, predicted) => ({ truth, predicted, count, tests }));
    })
    .filter(({ truth, predicted, count }) => count > 0 && truth !== predicted)
    .sort((a, b) => b.count - a.count);
}
