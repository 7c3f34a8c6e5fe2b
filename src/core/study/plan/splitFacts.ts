/**
 * What the splits of a study say about its numbers, found in one pass over all of them: sizes, and the test images that
 * no method recognises, that the model has seen, or of which it has seen a copy.
 */
import type { SplitSource } from '../../dataset.ts';
import { declarationOf } from '../../protocols/registry.ts';
import type { Split } from '../../protocols/split.ts';
import { testToTrainRatio, type SplitSizes } from '../../stats/resampledSplits.ts';
import { conditionIndex, conditionsOf, splitCount } from '../spec/conditions.ts';
import { testsTrainingImages } from '../study.ts';
import { separatedDuplicates } from './duplicateWarnings.ts';
import { comparedSizes, splitOf, type SplitSpec } from './splits.ts';

export interface SplitFact {
  /** See `comparedSizes`. */
  readonly sizes: SplitSizes;
  readonly tests: number;
  /** Test images of subjects without a training (gallery) image: errors of every closed-set method. */
  readonly unrecognisable: number;
  /** The images that test images are compared with. */
  readonly known: 'training' | 'gallery';
  /** Test images that the model is trained on, which a gallery allows. */
  readonly trained: number;
  /** Test images with a duplicate in training or gallery. */
  readonly copied: number;
}

/** By condition of the protocol and repeat that differs; later repeats begin again. */
export type SplitFacts = readonly (readonly SplitFact[])[];

/**
 * The facts of all splits. `duplicates`: groups of identical or nearly identical images of the dataset, by number; they
 * are not looked for in protocols that test training images on purpose. The spec must fit the dataset.
 */
export function splitFacts(
  spec: SplitSpec,
  dataset: SplitSource,
  duplicates: readonly (readonly number[])[],
): SplitFacts {
  const { knowsEverySubject } = declarationOf(spec.protocol);
  const groups = testsTrainingImages(spec.protocol) ? [] : duplicates;
  const repeats = splitCount(spec, dataset);
  return conditionsOf(spec.protocol).map(({ key }) =>
    Array.from({ length: repeats }, (_, index): SplitFact => {
      const split = splitOf(spec, dataset, key, index + 1);
      return {
        sizes: comparedSizes(split, dataset.labels),
        tests: split.test.length,
        unrecognisable: knowsEverySubject ? 0 : unrecognisableImages(split, dataset.labels).length,
        known: split.gallery ? 'gallery' : 'training',
        trained: knowsEverySubject ? 0 : trainedTestImages(split),
        copied: groups.length === 0 ? 0 : separatedDuplicates(split, groups).length,
      };
    }),
  );
}

/**
 * The test images of a split whose subject has no training (gallery) image, in the order of the test. None in
 * verification and with open sets, which leave them out of their errors.
 */
export function unrecognisableImages(
  { train, gallery = train, test, pairs, open }: Split,
  labels: ArrayLike<number>,
): number[] {
  if (pairs || open) return [];
  const knownSubjects = new Set<number>();
  for (const image of gallery) knownSubjects.add(labels[image]);
  return Array.from(test).filter((image) => !knownSubjects.has(labels[image]));
}

/** Without a gallery the test images are other images, or all of the training images, which tables say. */
function trainedTestImages({ train, test, gallery }: Split): number {
  if (!gallery) return 0;
  const trained = new Set(train);
  return test.filter((image) => trained.has(image)).length;
}

/** The fact of one repeat (from 1) of a condition. */
export function splitFactOf(
  { protocol }: Pick<SplitSpec, 'protocol'>,
  facts: SplitFacts,
  condition: string,
  repeat: number,
): SplitFact {
  const splits = facts[conditionIndex(protocol, condition)];
  return splits[(repeat - 1) % splits.length];
}

/** n_test / n_train of the given repeats of a condition; `knownOnly`: without the unrecognisable test images. */
export function factsTestToTrain(
  spec: Pick<SplitSpec, 'protocol'>,
  facts: SplitFacts,
  condition: string,
  repeats: readonly number[],
  { knownOnly = false } = {},
): number {
  return testToTrainRatio(
    repeats.map((repeat) => {
      const { sizes, unrecognisable } = splitFactOf(spec, facts, condition, repeat);
      return knownOnly ? { ...sizes, test: sizes.test - unrecognisable } : sizes;
    }),
  );
}
