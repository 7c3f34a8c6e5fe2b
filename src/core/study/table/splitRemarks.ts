/** What the splits of a study say about the numbers of its table. */
import type { SplitSource } from '../../dataset.ts';
import { declarationOf } from '../../protocols/registry.ts';
import { plural } from '../../text/phrases.ts';
import { duplicateCounts } from '../plan/duplicateWarnings.ts';
import { comparedSizes, splitOf } from '../plan/splits.ts';
import { countTestImages, type TestImagesByCondition } from '../plan/unrecognisable.ts';
import { conditionsOf, splitCount } from '../spec/conditions.ts';
import type { StudySpec } from '../spec/spec.ts';

export interface SplitRemarks {
  /** Test images, where some cannot be recognised. */
  readonly testImages?: TestImagesByCondition;
  /** Sentences for the footer without which the numbers cannot be read. */
  readonly sentences?: readonly string[];
  /** Whether all splits of each condition have equal numbers of training and of test images. Absent: unknown. */
  readonly equalSizes?: boolean;
}

/**
 * The remarks on all splits of a study. `duplicates`: groups of identical or nearly identical images of the dataset,
 * by number.
 */
export function splitRemarks(
  spec: StudySpec,
  dataset: SplitSource,
  duplicates: readonly (readonly number[])[],
): SplitRemarks {
  return {
    testImages: countTestImages(spec, dataset),
    sentences: [...copiedTestImages(spec, dataset, duplicates), ...trainedTestImages(spec, dataset)],
    equalSizes: haveEqualSizes(spec, dataset),
  };
}

function copiedTestImages(spec: StudySpec, dataset: SplitSource, duplicates: readonly (readonly number[])[]): string[] {
  const counts = duplicateCounts(spec, dataset, duplicates);
  if (!counts) return [];
  const { affected, checked, most } = counts;
  return [
    `In ${affected} of ${plural(checked, 'split')} up to ${plural(most, 'test image')} ${most === 1 ? 'is' : 'are'} also in ` +
      'training under another name (identical or nearly identical images), which makes the results optimistic.',
  ];
}

/** With a gallery, predefined splits may train the model on test images. */
function trainedTestImages(spec: StudySpec, dataset: SplitSource): string[] {
  if (declarationOf(spec.protocol).knowsEverySubject) return [];
  let [affected, splits, most] = [0, 0, 0];
  for (const { key } of conditionsOf(spec.protocol)) {
    const count = splitCount(spec, dataset);
    splits += count;
    for (let repeat = 1; repeat <= count; repeat++) {
      const { train, test, gallery } = splitOf(spec, dataset, key, repeat);
      // Without a gallery the test images are other images, or all of the training images, which the table says.
      if (!gallery) continue;
      const trained = new Set(train);
      const seen = test.filter((image) => trained.has(image)).length;
      if (seen > 0) affected++;
      most = Math.max(most, seen);
    }
  }
  if (affected === 0) return [];
  return [`In ${affected} of ${plural(splits, 'split')} the model is trained on up to ${plural(most, 'test image')}.`];
}

function haveEqualSizes(spec: StudySpec, dataset: SplitSource): boolean {
  const period = declarationOf(spec.protocol).period?.(spec.protocol) ?? Infinity;
  const repeats = Math.min(period, splitCount(spec, dataset));
  return conditionsOf(spec.protocol).every(({ key }) => {
    const sizeOf = (repeat: number) => comparedSizes(splitOf(spec, dataset, key, repeat), dataset.labels);
    const first = sizeOf(1);
    for (let repeat = 2; repeat <= repeats; repeat++) {
      const { test, train } = sizeOf(repeat);
      if (test !== first.test || train !== first.train) return false;
    }
    return true;
  });
}
