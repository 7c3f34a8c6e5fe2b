/** Thresholds of verification: a comparison is accepted where its score is above. */
import type { ScoreSamples } from '../classify/pairScores.ts';
import type { ThresholdRule } from '../protocols/split.ts';

export interface ErrorCounts {
  /** Genuine comparisons that are rejected. */
  readonly misses: number;
  /** Impostor comparisons that are accepted. */
  readonly falseAlarms: number;
}

/** A threshold and the errors that it makes. */
export interface OperatingPoint extends ErrorCounts {
  readonly threshold: number;
}

/**
 * Every threshold that makes a difference, the strictest first: above all scores (Infinity), between two neighbouring
 * scores halfway, below all (−Infinity).
 */
export function* operatingPoints({ genuine, impostors }: ScoreSamples): Generator<OperatingPoint> {
  const [own, others] = [genuine.toSorted(), impostors.toSorted()];
  let [g, i] = [own.length, others.length];
  yield { threshold: Infinity, misses: own.length, falseAlarms: 0 };
  while (g > 0 || i > 0) {
    const score = Math.max(own[g - 1] ?? -Infinity, others[i - 1] ?? -Infinity);
    while (g > 0 && own[g - 1] === score) g--;
    while (i > 0 && others[i - 1] === score) i--;
    const next = Math.max(own[g - 1] ?? -Infinity, others[i - 1] ?? -Infinity);
    yield { threshold: between(next, score), misses: g, falseAlarms: others.length - i };
  }
}

/** Scores without one between them: any threshold t with from ≤ t < to decides all comparisons alike. */
interface Gap {
  readonly from: number;
  readonly to: number;
}

/**
 * Where every genuine score lies above every impostor score: between them any threshold makes no error, and nothing
 * tells one from another. null: the scores overlap.
 */
export function separation({ genuine, impostors }: ScoreSamples): Gap | null {
  const from = impostors.reduce((most, score) => Math.max(most, score), -Infinity);
  const to = genuine.reduce((least, score) => Math.min(least, score), Infinity);
  return from < to ? { from, to } : null;
}

/** The least and the greatest value of something that follows from the errors, over all thresholds of a gap. */
export function rangeWithin(
  samples: ScoreSamples,
  { from, to }: Gap,
  value: (errors: ErrorCounts) => number,
): readonly [number, number] {
  const [own, others] = [samples.genuine.toSorted(), samples.impostors.toSorted()];
  const within = [...own, ...others].filter((score) => score > from && score < to);
  const values = [...new Set([from, ...within])].map((threshold) =>
    value({ misses: upTo(own, threshold), falseAlarms: others.length - upTo(others, threshold) }),
  );
  return values.reduce(
    ([least, most], found) => [Math.min(least, found), Math.max(most, found)],
    [Infinity, -Infinity],
  );
}

/** How many of the ascending values are at most the limit. */
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
 * of misses and false acceptances are nearest. Throws RangeError without scores of either kind.
 */
export function thresholdBy(rule: ThresholdRule, samples: ScoreSamples): number {
  const [own, others] = [samples.genuine.length, samples.impostors.length];
  if (own === 0 || others === 0) throw new RangeError('A threshold needs genuine and impostor comparisons');
  const cost = ({ misses, falseAlarms }: ErrorCounts): number =>
    rule === 'fewest errors' ? misses + falseAlarms : Math.abs(misses / own - falseAlarms / others);
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

/** Halfway, and below the upper score even where they are neighbours in the number format. */
function between(lower: number, upper: number): number {
  if (lower === -Infinity) return -Infinity;
  const middle = lower + (upper - lower) / 2;
  return middle < upper ? middle : lower;
}

/**
 * Errors that are not counted because no threshold is determined: in lists of counts the largest number of 32 bits, as
 * which it is stored.
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
