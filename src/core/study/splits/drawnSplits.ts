/** Splits that are drawn at random: each depends on seed, dataset, condition and repeat only. */
import { permutation, sampleWithoutReplacement } from '../../random/sampling.ts';
import { stream } from '../../random/stream.ts';
import { imagesBySubject, includedImages, type DatasetFacts, type SplitSource } from '../../dataset.ts';
import type { Split } from '../../protocols/split.ts';

/**
 * Exactly k images of every subject at random for training, all others for testing. The draw depends on the seed, the
 * dataset, k and the repeat only: methods share it, and neither the order of calls nor other conditions change it.
 * Throws RangeError for a subject with k images or fewer.
 */
export function randomSplit(
  dataset: Pick<DatasetFacts, 'hash' | 'labels' | 'subjects'>,
  seed: number,
  k: number,
  repeat: number,
): Split {
  const random = stream(seed, dataset.hash, 'split', k, repeat);
  const train: number[] = [];
  const test: number[] = [];
  imagesBySubject(dataset).forEach((images, subject) => {
    if (images.length === 0) return;
    if (images.length <= k) {
      throw new RangeError(
        `Subject "${dataset.subjects[subject]}" has ${images.length} images; ${k} for training leave none for testing`,
      );
    }
    const chosen = new Set(sampleWithoutReplacement(random, images.length, k));
    images.forEach((image, position) => (chosen.has(position) ? train : test).push(image));
  });
  return { train: Int32Array.from(train).sort(), test: Int32Array.from(test).sort() };
}

/**
 * One fold of stratified cross-validation; the repeats 1 … folds are the folds of the first draw, and so on. The images
 * of a subject, shuffled, go to the folds in turn, each subject going on where the one before it ended: fold sizes differ by at
 * most one, and so do the images of a subject in them.
 */
export function foldSplit(dataset: SplitSource, seed: number, folds: number, repeat: number): Split {
  const draw = Math.ceil(repeat / folds);
  const held = (repeat - 1) % folds;
  const random = stream(seed, dataset.hash, 'folds', folds, draw);
  const test: number[] = [];
  let turn = 0;
  for (const images of imagesBySubject(dataset)) {
    for (const position of permutation(random, images.length)) {
      if (turn++ % folds === held) test.push(images[position]);
    }
  }
  const out = new Set(test);
  return {
    train: Int32Array.from(includedImages(dataset).filter((image) => !out.has(image))),
    test: Int32Array.from(test).sort(),
  };
}

/**
 * All images of `worldSubjects` subjects at random for training; of every other subject k images at random as gallery
 * and the rest as test images. Throws RangeError without other subjects, or for one with k images or fewer.
 */
export function gallerySplit(
  dataset: SplitSource,
  seed: number,
  worldSubjects: number,
  k: number,
  repeat: number,
): Split {
  const random = stream(seed, dataset.hash, 'gallery', worldSubjects, k, repeat);
  const groups = imagesBySubject(dataset);
  const present = groups.flatMap((images, subject) => (images.length > 0 ? [subject] : []));
  if (worldSubjects >= present.length) {
    throw new RangeError(`${worldSubjects} of ${present.length} subjects for the model leave none for the test`);
  }
  const world = new Set(Array.from(sampleWithoutReplacement(random, present.length, worldSubjects), (i) => present[i]));
  const train: number[] = [];
  const gallery: number[] = [];
  const test: number[] = [];
  for (const subject of present) {
    const images = groups[subject];
    // Every subject draws, so that the draw of one does not depend on who is in the world set.
    if (images.length <= k && !world.has(subject)) {
      throw new RangeError(
        `Subject "${dataset.subjects[subject]}" has ${images.length} images; ${k} for the gallery leave none for testing`,
      );
    }
    const chosen = new Set(sampleWithoutReplacement(random, images.length, Math.min(k, images.length)));
    images.forEach((image, i) => (world.has(subject) ? train : chosen.has(i) ? gallery : test).push(image));
  }
  return {
    train: Int32Array.from(train).sort(),
    test: Int32Array.from(test).sort(),
    gallery: Int32Array.from(gallery).sort(),
  };
}
