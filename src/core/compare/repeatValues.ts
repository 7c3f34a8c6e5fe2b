/** Values of methods over the repeats of a condition, and the repeats over which they are compared. */
import { mean, quantile, sampleStd, differences } from '../stats/describe.ts';
import { meanRate, rateDifferences, type Counts } from '../stats/rates.ts';

/** Values of one method, such as error rates, and the repeats they belong to. */
export interface RepeatValues {
  readonly values: readonly number[];
  /** Number of the repeat of each value; absent: 1, 2, … */
  readonly repeats?: readonly number[];
  /** The values as counts, if they are rates in per cent; tests and means are computed from the counts. */
  readonly counts?: Counts;
}

/** Two methods over the repeats that both have. */
export interface PairSamples {
  readonly repeats: readonly number[];
  readonly first: readonly number[];
  readonly second: readonly number[];
  /** first − second, from counts if both have them. */
  readonly differences: Float64Array;
}

/** The samples that every test of two methods compares: their common repeats, in the order of the first. */
export function pairSamples(first: RepeatValues, second: RepeatValues): PairSamples {
  const repeats = shared(repeatsOf(first), repeatsOf(second));
  const [x, y] = [onRepeats(first, repeats), onRepeats(second, repeats)];
  return {
    repeats,
    first: x.values,
    second: y.values,
    differences: x.counts && y.counts ? rateDifferences(x.counts, y.counts) : differences(x.values, y.values),
  };
}

/**
 * The repeats over which methods are compared: those that all compared methods have. A method is not compared if it has
 * less than half of the repeats of the fullest, because a method that failed nearly everywhere would reduce the
 * comparison of the others to a few repeats; nor is a method without values.
 */
export function comparedRepeats(methods: readonly RepeatValues[]): {
  /** One entry per method. */
  readonly takesPart: readonly boolean[];
  /** Empty if no repeat is common. */
  readonly repeats: readonly number[];
} {
  const most = Math.max(0, ...methods.map(({ values }) => values.length));
  const takesPart = methods.map(({ values }) => values.length > 0 && 2 * values.length >= most);
  const lists = methods.filter((_, m) => takesPart[m]).map(repeatsOf);
  return { takesPart, repeats: lists.length === 0 ? [] : lists.reduce(shared) };
}

/** Restricts a method to `wanted` repeats, in that order. Throws RangeError for a repeat that it does not have. */
export function onRepeats(
  side: RepeatValues,
  wanted: readonly number[],
): Required<Pick<RepeatValues, 'repeats'>> & RepeatValues {
  const places = new Map(repeatsOf(side).map((repeat, index) => [repeat, index]));
  const indices = wanted.map((repeat) => {
    const place = places.get(repeat);
    if (place === undefined) throw new RangeError(`onRepeats: there is no value of repeat ${repeat}`);
    return place;
  });
  const { values, counts } = side;
  return {
    repeats: wanted,
    values: indices.map((place) => values[place]),
    ...(counts && { counts: { counts: indices.map((p) => counts.counts[p]), of: indices.map((p) => counts.of[p]) } }),
  };
}

/** The mean; of counts without intermediate rounding. Null without values. */
export function meanOfRepeats({ values, counts }: RepeatValues): number | null {
  if (counts) return meanRate(counts);
  return values.length === 0 ? null : mean(values);
}

/** The values negated: smaller is better. */
export function negated({ values, repeats, counts }: RepeatValues): RepeatValues {
  return {
    values: values.map((value) => -value),
    repeats,
    ...(counts && { counts: { counts: counts.counts.map((count) => -count), of: counts.of } }),
  };
}

function repeatsOf({ values, repeats }: RepeatValues): readonly number[] {
  return repeats ?? values.map((_, index) => index + 1);
}

function shared(first: readonly number[], second: readonly number[]): number[] {
  const other = new Set(second);
  return first.filter((repeat) => other.has(repeat));
}

/**
 * Median sample standard deviation of the differences between a method and each other one, over the repeats that both
 * have; null if no two of them have two repeats in common.
 */
export function differenceSpread(reference: RepeatValues, others: readonly RepeatValues[]): number | null {
  const spreads = others
    .map((other) => pairSamples(reference, other).differences)
    .filter((differences) => differences.length >= 2)
    .map(sampleStd);
  return spreads.length === 0 ? null : quantile(spreads, 0.5);
}
