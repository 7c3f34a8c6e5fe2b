/** The margin of practical equality that a call asks with. */
import { marginProblem, requestedMargin } from '../../../core/measures/practicalMargin.ts';
import type { Measure } from '../../../core/measures/measures.ts';
import type { ComparisonReportOptions, ResolvedComparison } from '../../../core/report/comparison/options.ts';
import { invalid } from '../errors.ts';

/** What was asked for, else the margin of the measure; null: it has none. Throws INVALID where it says nothing. */
export function marginOf(measure: Measure, requested: number | undefined): number | null {
  const problem = requested === undefined ? null : marginProblem(measure, requested);
  if (problem !== null) throw invalid([{ path: 'rope', message: problem }]);
  return requested ?? measure.margin;
}

/** The same where there is no answer without a margin: throws INVALID where the measure has none. */
export function wantedMargin(measure: Measure, requested: number | undefined): number {
  const margin = marginOf(measure, requested);
  if (margin === null) throw invalid([{ path: 'rope', message: requestedMargin(measure) }]);
  return margin;
}

/** The questions of a report on a comparison. Throws INVALID where the measure leaves one open that was not asked. */
export function settledComparison(
  measure: Measure,
  { rope: requested, difference, power }: ComparisonReportOptions,
): ResolvedComparison {
  const rope = wantedMargin(measure, requested);
  const stated = difference ?? (rope > 0 ? rope : measure.margin);
  if (stated !== null) return { rope, difference: stated, power };
  const message = `State the difference that “${measure.title}” should show (--difference): the margin is 0.`;
  throw invalid([{ path: 'difference', message }]);
}
