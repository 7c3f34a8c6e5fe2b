/** Intervals of the rates of verification by the bootstrap over subjects. */
import type { Random } from '../random/random.ts';
import type { Interval } from '../stats/interval.ts';
import { RESAMPLES } from '../stats/rocAreas.ts';
import { subjectResampler, type ClaimedComparisons, type SubjectResampler } from '../stats/subjectResampler.ts';
import { orderComparisons, RATE_IDS, supportsMeasure, weightedRates, type RateId } from './weightedRates.ts';

/** The scores of a method for the comparisons of a split, or their ranks: larger ones more alike. */
export interface ScoredComparisons extends ClaimedComparisons {
  readonly scores: ArrayLike<number>;
  /** Errors at the threshold of the development pairs; null: not known. */
  readonly decided: { readonly falseAlarms: number; readonly misses: number } | null;
}

export interface SubjectIntervals {
  /** Of the mean over the splits; null where a measure has no value in any of them. */
  readonly values: Readonly<Record<RateId, Interval | null>>;
  /** Of the ROC curve over `FALSE_ACCEPTANCE`, shares of the genuine comparisons of all splits. */
  readonly curve: readonly Interval[];
}

/** More comparisons than this are not resampled: 999 draws of so many take seconds. */
export const MOST_COMPARISONS = 500_000;

/** Why there are no intervals. */
export type IntervalLack = 'too few subjects' | 'too many pairs' | 'no scores';

/** Shares of the draws that intervals of 95 % leave out on either side. */
const TAIL = 0.025;

/**
 * Percentile intervals of 95 % from `RESAMPLES` draws of `subjectResampler`. A draw gives the mean over the splits that
 * have a value; thresholds of the development pairs stay as they were chosen.
 */
export function subjectIntervals(
  splits: readonly ScoredComparisons[],
  random: Random,
): SubjectIntervals | IntervalLack {
  if (splits.length === 0) return 'no scores';
  if (splits.reduce((sum, { genuine }) => sum + genuine.length, 0) > MOST_COMPARISONS) return 'too many pairs';
  const resampler = subjectResampler(splits);
  return resampler.enough ? intervalsOf(splits, resampler, random) : 'too few subjects';
}

/** The same of any draws. */
export function intervalsOf(
  splits: readonly ScoredComparisons[],
  { weights, draw }: Pick<SubjectResampler, 'weights' | 'draw'>,
  random: Random,
  draws = RESAMPLES,
): SubjectIntervals {
  const ordered = splits.map(({ scores, genuine, decided }) => orderComparisons(scores, genuine, decided));
  const supported = RATE_IDS.map((id) => ordered.map((split) => supportsMeasure(id, split)));
  const drawn = RATE_IDS.map((): number[] => []);
  const heights: number[][] = [];
  for (let turn = 0; turn < draws; turn++) {
    draw(random);
    const rates = ordered.map((split, at) => weightedRates(split, weights[at]));
    RATE_IDS.forEach((id, i) => {
      const values = rates.flatMap((of, at) => (supported[i][at] ? (of?.values[id] ?? []) : []));
      if (values.length > 0) drawn[i].push(values.reduce((sum, value) => sum + value, 0) / values.length);
    });
    const known = rates.filter((of) => of !== null);
    const total = known.reduce((sum, { of }) => sum + of, 0);
    known[0]?.counts.forEach((_, place) => {
      const accepted = known.reduce((sum, { counts }) => sum + counts[place], 0);
      (heights[place] ??= []).push(accepted / total);
    });
  }
  return {
    values: Object.fromEntries(RATE_IDS.map((id, i) => [id, middle(drawn[i])])) as Record<RateId, Interval | null>,
    curve: heights.map((values) => middle(values)!),
  };
}

/** The middle 95 % of some draws: of 999 from the 25th to the 975th. */
function middle(values: number[]): Interval | null {
  if (values.length === 0) return null;
  const sorted = Float64Array.from(values).sort();
  const skipped = Math.max(0, Math.floor((sorted.length + 1) * TAIL) - 1);
  return { low: sorted[skipped], high: sorted[sorted.length - 1 - skipped] };
}
