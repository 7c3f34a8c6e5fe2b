/** Intervals over subjects of one method in one condition of a study of verification. */
import { subjectIntervals, type IntervalLack, type SubjectIntervals } from '../../../core/measures/subjectIntervals.ts';
import { stream } from '../../../core/random/stream.ts';
import type { PairSide } from './pairs/pairSides.ts';
import type { scoredPairs } from './pairs/scoredPairs.ts';

/** Of the repeats of a side at the shapes of the table; methods with the same repeats have the same draws. */
export function entryIntervals(
  pairsOf: NonNullable<ReturnType<typeof scoredPairs>>,
  { repeats, cellAt }: Pick<PairSide, 'repeats' | 'cellAt'>,
): SubjectIntervals | IntervalLack {
  const splits = repeats.flatMap((repeat) => {
    const shown = cellAt(repeat);
    return (shown && pairsOf({ ...shown, repeat })) ?? [];
  });
  return subjectIntervals(splits, stream('intervals over subjects', splits.length));
}
