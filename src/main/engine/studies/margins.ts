/** Resolves the margin of practical equality of a call. */
import { marginProblem, requestedMargin } from '../../../core/measures/practicalMargin.ts';
import type { Measure } from '../../../core/measures/measures.ts';
import type { ComparisonReportOptions, ResolvedComparison } from '../../../core/report/comparison/options.ts';
import { invalid } from '../errors.ts';

/**
 * The requested margin, else that of the measure; null if it has none. Throws INVALID if the request is not a valid
 * margin.
 */
export function marginOf(measure: Measure, requested: number | undefined): number | null {
  const problem = requested === undefined ? null : marginProblem(measure, requested);
  if (problem !== null) throw invalid([{ path: 'rope', message: problem }]);
  return requested ?? measure.margin;
}

/** Like `marginOf`, for calls that need a margin: throws INVALID if the measure has none. */
export function requireMargin(measure: Measure, requested: number | undefined): number {
  const margin = marginOf(measure, requested);
  if (margin === null) throw invalid([{ path: 'rope', message: requestedMargin(measure) }]);
  return margin;
}

/**
 * Resolves the options of a comparison report. Throws INVALID if an option is missing and the measure has no default.
 */
export function resolvedComparison(
  measure: Measure,
  { rope: requested, difference, power }: ComparisonReportOptions,
): ResolvedComparison {
  const rope = requireMargin(measure, requested);
  const stated = difference ?? (rope > 0 ? rope : measure.margin);
  if (stated !== null) return { rope, difference: stated, power };
  const message = `State the difference that “${measure.title}” should show (--difference): the margin is 0.`;
  throw invalid([{ path: 'difference', message }]);
}
