/** Parameters, draws and checks shared by protocols that train on some images of every subject. */
import { z } from 'zod';
import type { ChoiceParameter } from '../choice.ts';
import { imagesBySubject, type DatasetFacts } from '../dataset.ts';
import type { Problem } from '../methods/problems.ts';
import type { Random } from '../random/stream.ts';
import { sampleWithoutReplacement } from '../random/sampling.ts';
import { plural } from '../text/phrases.ts';
import type { DrawnSubject } from './draws.ts';
import type { Split } from './split.ts';

export const countsSchema = z.array(z.int().min(1)).min(1);
export const repeatsSchema = z.int().min(1).max(10_000);

export const trainPerSubject = {
  name: 'trainPerSubject',
  title: 'Training images per subject',
  symbol: 'k',
  help: 'Every value is a column of the table.',
  kind: 'counts',
  default: [2, 3, 4],
} satisfies ChoiceParameter;

export const repeats = {
  name: 'repeats',
  title: 'Repeats',
  help: 'Random splits for every column; the test needs at least 2.',
  kind: 'integer',
  default: 10,
  min: 1,
} satisfies ChoiceParameter;

/** All methods get the same draws. */
export const SHARED_SPLITS = 'all methods share the splits';

/**
 * Random images of every subject for training, all others for testing. `count` returns the number of training images
 * for a number of images, and throws if either side would be empty.
 */
export function drawPerSubject(
  subjects: readonly DrawnSubject[],
  random: Random,
  count: (images: readonly number[], subject: number) => number,
): Split {
  const train: number[] = [];
  const test: number[] = [];
  for (const { subject, images } of subjects) {
    const chosen = new Set(sampleWithoutReplacement(random, images.length, count(images, subject)));
    images.forEach((image, position) => (chosen.has(position) ? train : test).push(image));
  }
  return { train: Int32Array.from(train).sort(), test: Int32Array.from(test).sort() };
}

/** Throws RangeError for a subject with at most k images: k for `use` would leave none for the test. */
export function requireMoreThan(k: number, images: readonly number[], subject: string, use: string): void {
  if (images.length > k) return;
  throw new RangeError(`Subject "${subject}" has ${images.length} images; ${k} for ${use} leave none for testing`);
}

/** Counts that are listed twice, or leave a subject without test images; `use` names the images that are counted. */
export function checkPerSubject(
  counts: readonly number[],
  field: string,
  use: 'training' | 'gallery',
  dataset: DatasetFacts,
): Problem[] {
  const groups = imagesBySubject(dataset);
  const present = groups.flatMap((group, subject) => (group.length > 0 ? [subject] : []));
  const fewest = present.reduce((least, s) => (groups[s].length < groups[least].length ? s : least), present[0]);
  return counts.flatMap((k, index) => {
    const path = `protocol.${field}[${index}]`;
    if (counts.indexOf(k) < index) return [{ path, message: `${path}: ${k} is listed twice.` }];
    if (present.length === 0 || k < groups[fewest].length) return [];
    const others = present.filter((subject) => groups[subject].length <= k).length - 1;
    const more = others > 0 ? ` (and ${plural(others, 'other subject')} too few)` : '';
    return [
      {
        path,
        message:
          `${path}: ${k === 1 ? `1 ${use} image per subject needs at least 2` : `${k} ${use} images per subject need at least ${k + 1}`} images of each, ` +
          `subject "${dataset.subjects[fewest]}" has ${groups[fewest].length}${more}.`,
      },
    ];
  });
}
