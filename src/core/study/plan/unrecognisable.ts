/**
 * Test images of subjects without a training (gallery) image. No closed-set method recognises them, so each is one of
 * the errors of every method; tables say how many there are, and can leave them out.
 */
import { readingOf, type MeasureId } from '../../measures/measures.ts';
import { conditionIndex, conditionsOf } from '../spec/conditions.ts';
import type { StudySpec } from '../spec/spec.ts';
import type { SplitFact, SplitFacts } from './splitFacts.ts';

/** Test images of one or more splits. */
export type TestImages = Pick<SplitFact, 'unrecognisable' | 'tests' | 'known'>;

/** The test images of a study by key of a condition, one entry per split that differs; later repeats begin again. */
export type TestImagesByCondition = ReadonlyMap<string, readonly TestImages[]>;

/** The test images of every split; empty if all of them can be recognised. */
export function countTestImages({ protocol, perturbations }: StudySpec, facts: SplitFacts): TestImagesByCondition {
  if (facts.flat().every(({ unrecognisable }) => unrecognisable === 0)) return new Map();
  const conditions = conditionsOf(protocol, perturbations);
  return new Map(conditions.map(({ key }) => [key, facts[conditionIndex(protocol, key)]]));
}

/** The test images of one repeat (from 1) of a condition; null if all of them can be recognised. */
export function testImagesOf(counts: TestImagesByCondition, condition: string, repeat: number): TestImages | null {
  const splits = counts.get(condition);
  const splitCounts = splits?.[(repeat - 1) % splits.length];
  return splitCounts && splitCounts.unrecognisable > 0 ? splitCounts : null;
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
