/** Tables that leave out test images that no method can recognise. */
import type { MeasuredCell } from '../../measures/cellMeasures.ts';
import { readingOf, type MeasureId } from '../../measures/measures.ts';
import { UNDECIDED } from '../../measures/threshold.ts';
import type { StudyPlan } from '../plan/plan.ts';
import { testImagesOf, type TestImagesByCondition } from '../plan/unrecognisable.ts';
import type { TableCell } from './measuredRepeats.ts';
import type { CellOutcome, Outcomes } from './rowRepeats.ts';

/**
 * A plan and its outcomes without the unrecognisable test images, exactly: each of them is an error at every latent
 * shape. Repeats that test nothing else are left out.
 */
export function recognisableOnly(
  plan: StudyPlan,
  outcomes: Outcomes,
  counts: TestImagesByCondition,
): { readonly plan: StudyPlan; readonly outcomes: Outcomes } {
  const cells = plan.cells.filter(({ condition, repeat }) => {
    const there = testImagesOf(counts, condition, repeat);
    return there === null || there.unrecognisable < there.tests;
  });
  const kept = new Map<string, CellOutcome>(outcomes);
  for (const { key, condition, repeat } of cells) {
    const [outcome, there] = [outcomes.get(key), testImagesOf(counts, condition, repeat)];
    if (outcome?.status !== 'done' || !there) continue;
    kept.set(key, { status: 'done', result: without(there.unrecognisable, outcome.result) });
  }
  return { plan: { ...plan, cells }, outcomes: kept };
}

function without(unrecognisable: number, result: TableCell): TableCell {
  const { wrong, testCount, measures } = result;
  const tests = testCount - unrecognisable;
  // Errors that another program reported may lack these images already.
  const lessen = (count: number): number => (count === UNDECIDED ? count : Math.max(0, count - unrecognisable));
  return {
    ...result,
    testCount: tests,
    wrong: Array.from(wrong, lessen),
    ...(measures && { measures: { values: sharesOf(tests, testCount, measures.values) } }),
  };
}

type Values = NonNullable<MeasuredCell['measures']>['values'];

/** Shares of the test images as shares of fewer, which hold all that were counted; other measures as they are. */
function sharesOf(tests: number, before: number, values: Values): Values {
  const entries = Object.entries(values).map(([id, list]) => {
    if (!readingOf(id as MeasureId).isShareOfTests) return [id, list] as const;
    const counted = list.map((value) => (value === null ? null : Math.round((value * before) / 100)));
    return [id, counted.map((count) => (count === null ? null : (100 * count) / tests))] as const;
  });
  return Object.fromEntries(entries);
}
