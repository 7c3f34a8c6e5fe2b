/** Thresholds of verification: a comparison is accepted if its score is above the threshold. */
import type { ScoreSamples } from '../classify/pairScores.ts';
import type { ThresholdRule } from '../protocols/split.ts';

export interface ErrorCounts {
  /** Genuine comparisons that are rejected. */
  readonly misses: number;
  /** Impostor comparisons that are accepted. */
  readonly falseAlarms: number;
}

/** A threshold and its errors. */
export interface OperatingPoint extends ErrorCounts {
  readonly threshold: number;
}

/**
 * All thresholds that decide differently, the strictest first: above all scores (Infinity), halfway between two
 * neighbouring scores, below all (−Infinity).
 */
export function* operatingPoints({ genuine, impostors }: ScoreSamples): Generator<OperatingPoint> {
  const [sortedGenuine, sortedImpostors] = [genuine.toSorted(), impostors.toSorted()];
  let [g, i] = [sortedGenuine.length, sortedImpostors.length];
  yield { threshold: Infinity, misses: sortedGenuine.length, falseAlarms: 0 };
  while (g > 0 || i > 0) {
    const score = Math.max(sortedGenuine[g - 1] ?? -Infinity, sortedImpostors[i - 1] ?? -Infinity);
    while (g > 0 && sortedGenuine[g - 1] === score) g--;
    while (i > 0 && sortedImpostors[i - 1] === score) i--;
    const next = Math.max(sortedGenuine[g - 1] ?? -Infinity, sortedImpostors[i - 1] ?? -Infinity);
    yield { threshold: between(next, score), misses: g, falseAlarms: sortedImpostors.length - i };
  }
}

/** A gap between scores: any threshold t with from ≤ t < to decides all comparisons alike. */
interface Gap {
  readonly from: number;
  readonly to: number;
}

/**
 * The gap between impostor and genuine scores if every genuine score is above every impostor score: no threshold in it
 * makes an error, so none is determined. null: the scores overlap.
 */
export function separation({ genuine, impostors }: ScoreSamples): Gap | null {
  const from = impostors.reduce((most, score) => Math.max(most, score), -Infinity);
  const to = genuine.reduce((least, score) => Math.min(least, score), Infinity);
  return from < to ? { from, to } : null;
}

/** Minimum and maximum of a function of the errors, over all thresholds of a gap. */
export function rangeWithin(
  samples: ScoreSamples,
  { from, to }: Gap,
  value: (errors: ErrorCounts) => number,
): readonly [number, number] {
  const [sortedGenuine, sortedImpostors] = [samples.genuine.toSorted(), samples.impostors.toSorted()];
  const within = [...sortedGenuine, ...sortedImpostors].filter((score) => score > from && score < to);
  const values = [...new Set([from, ...within])].map((threshold) =>
    value({
      misses: upTo(sortedGenuine, threshold),
      falseAlarms: sortedImpostors.length - upTo(sortedImpostors, threshold),
    }),
  );
  return values.reduce(
    ([least, most], result) => [Math.min(least, result), Math.max(most, result)],
    [Infinity, -Infinity],
  );
}

/** Number of ascending values that are at most the limit. */
function upTo(values: Float64Array, limit: number): number {
  let [low, high] = [0, values.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (values[middle] <= limit) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * The threshold of a rule on these samples: the strictest with the fewest errors, or the strictest at which the rates
 * of misses and false acceptances are closest. Throws RangeError without scores of either kind.
 */
export function thresholdBy(rule: ThresholdRule, samples: ScoreSamples): number {
  const [genuineCount, impostorCount] = [samples.genuine.length, samples.impostors.length];
  if (genuineCount === 0 || impostorCount === 0)
    throw new RangeError('A threshold needs genuine and impostor comparisons');
  const cost = ({ misses, falseAlarms }: ErrorCounts): number =>
    rule === 'fewest errors' ? misses + falseAlarms : Math.abs(misses / genuineCount - falseAlarms / impostorCount);
  let best: OperatingPoint | null = null;
  for (const point of operatingPoints(samples)) if (best === null || cost(point) < cost(best)) best = point;
  return best!.threshold;
}

/** The errors at a threshold. */
export function errorsAt({ genuine, impostors }: ScoreSamples, threshold: number): ErrorCounts {
  return {
    misses: genuine.reduce((count, score) => count + (score > threshold ? 0 : 1), 0),
    falseAlarms: impostors.reduce((count, score) => count + (score > threshold ? 1 : 0), 0),
  };
}

/** Halfway; below the upper score even if they are adjacent in the number format. */
function between(lower: number, upper: number): number {
  if (lower === -Infinity) return -Infinity;
  const middle = lower + (upper - lower) / 2;
  return middle < upper ? middle : lower;
}

/**
 * Code for errors that are not counted because no threshold is determined: in lists of counts the largest number of 32
 * bits, which is also its stored form.
 */
export const UNDECIDED = 2 ** 32 - 1;

/** The errors at a shape; null if they are not counted there. */
export function countedErrors({ wrong }: { readonly wrong: ArrayLike<number> }, at: number): number | null {
  return wrong[at] === UNDECIDED ? null : wrong[at];
}

/** Whether errors are not counted at some shape. */
export function isUndecided({ wrong }: { readonly wrong: ArrayLike<number> }): boolean {
  return Array.prototype.includes.call(wrong, UNDECIDED);
}
