/** Several starts of an iteration whose objective has more than one optimum; the best result wins. */
import { fitFailure } from './fitFailure.ts';
import { FitError, type Parameter } from './method.ts';

/** The setting for the number of starts. */
export function startsParameter(count: number, help: string) {
  const source = { neutral: 'of all starts the best counts: more of them never end lower' };
  return {
    name: 'starts',
    title: 'Starts',
    help,
    kind: 'integer',
    default: count,
    source,
    min: 1,
    max: 100,
  } as const satisfies Parameter;
}

export interface BestOfStarts<Run> {
  readonly best: Run;
  /** The final objective of every start that did not break down, in order. */
  readonly ends: Float64Array;
  readonly warnings: readonly string[];
}

/**
 * Runs starts 0 … count − 1 in turn and keeps the one with the highest final objective, the first among equals. A start
 * that breaks down is skipped with a warning; if all do, the error of the first is thrown.
 */
export function bestOfStarts<Run>(
  count: number,
  run: (start: number) => Run,
  endOf: (run: Run) => number,
): BestOfStarts<Run> {
  const ends: number[] = [];
  const reasons: string[] = [];
  let best: { readonly run: Run; readonly end: number } | null = null;
  for (let start = 0; start < count; start++) {
    try {
      const result = run(start);
      const end = endOf(result);
      ends.push(end);
      if (best === null || end > best.end) best = { run: result, end };
    } catch (error) {
      const reason = fitFailure(error);
      if (reason === null) throw error;
      reasons.push(reason);
    }
  }
  if (best === null) throw new FitError(reasons[0]);
  return {
    best: best.run,
    ends: Float64Array.from(ends),
    warnings: reasons.length === 0 ? [] : [`${reasons.length} of ${count} starts broke down: ${reasons[0]}`],
  };
}
