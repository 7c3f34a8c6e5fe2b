/**
 * Test images of subjects without a training (gallery) image. No closed-set method recognises them, so each is one of
 * the errors of every method; tables say how many there are, and can leave them out.
 */
import type { SplitSource } from '../../dataset.ts';
import { readingOf, type MeasureId } from '../../measures/measures.ts';
import { declarationOf } from '../../protocols/registry.ts';
import type { Split } from '../../protocols/split.ts';
import { testToTrainRatio } from '../../stats/resampledSplits.ts';
import { conditionIndex, conditionsOf, splitCount } from '../spec/conditions.ts';
import type { StudySpec } from '../spec/spec.ts';
import { comparedSizes, splitOf } from './splits.ts';

/** Test images of one or more splits. */
export interface TestImages {
  /** Those whose subject has no training (gallery) image. */
  readonly unrecognisable: number;
  /** All of them. */
  readonly tests: number;
  /** The images that test images are compared with. */
  readonly known: 'training' | 'gallery';
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
  const known = new Set<number>();
  for (const image of gallery) known.add(labels[image]);
  return Array.from(test).filter((image) => !known.has(labels[image]));
}

/** The test images of a study by key of a condition, one entry per split that differs; later repeats begin again. */
export type TestImagesByCondition = ReadonlyMap<string, readonly TestImages[]>;

/** Counts the test images of every split; empty if all of them can be recognised. */
export function countTestImages(spec: StudySpec, dataset: SplitSource): TestImagesByCondition {
  if (declarationOf(spec.protocol).knowsEverySubject) return new Map();
  const repeats = splitCount(spec, dataset);
  const counts = conditionsOf(spec.protocol).map(({ key }) =>
    Array.from({ length: repeats }, (_, index): TestImages => {
      const split = splitOf(spec, dataset, key, index + 1);
      const unrecognisable = unrecognisableImages(split, dataset.labels).length;
      return { unrecognisable, tests: split.test.length, known: split.gallery ? 'gallery' : 'training' };
    }),
  );
  if (counts.flat().every(({ unrecognisable }) => unrecognisable === 0)) return new Map();
  const conditions = conditionsOf(spec.protocol, spec.perturbations);
  return new Map(conditions.map(({ key }) => [key, counts[conditionIndex(spec.protocol, key)]]));
}

/** The test images of one repeat (from 1) of a condition; null if all of them can be recognised. */
export function testImagesOf(counts: TestImagesByCondition, condition: string, repeat: number): TestImages | null {
  const splits = counts.get(condition);
  const found = splits?.[(repeat - 1) % splits.length];
  return found && found.unrecognisable > 0 ? found : null;
}

/** The test images of the splits of each condition together; null for a condition without unrecognisable ones. */
export function testImagesTogether(
  counts: TestImagesByCondition,
  conditions: readonly { readonly key: string }[],
): (TestImages | null)[] {
  return conditions.map(({ key }) => {
    const splits = counts.get(key) ?? [];
    const unrecognisable = splits.reduce((sum, split) => sum + split.unrecognisable, 0);
    if (unrecognisable === 0) return null;
    return { unrecognisable, tests: splits.reduce((sum, { tests }) => sum + tests, 0), known: splits[0].known };
  });
}

/** Whether a measure is a share of the test images, of which unrecognisable ones can be left out. */
export function countsTestImages(id: MeasureId): boolean {
  const { count, isShareOfTests } = readingOf(id);
  return count !== undefined || isShareOfTests === true;
}

/** n_test/n_train of the given repeats of a condition (see `testToTrain`), without the unrecognisable test images. */
export function recognisableTestToTrain(
  spec: StudySpec,
  dataset: SplitSource,
  counts: TestImagesByCondition,
  condition: string,
  repeats: readonly number[],
): number {
  return testToTrainRatio(
    repeats.map((repeat) => {
      const { test, train } = comparedSizes(splitOf(spec, dataset, condition, repeat), dataset.labels);
      return { test: test - (testImagesOf(counts, condition, repeat)?.unrecognisable ?? 0), train };
    }),
  );
}
