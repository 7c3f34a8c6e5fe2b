/** Power analysis from the repeats of a finished comparison. */
import { sampleStd } from '../stats/describe.ts';
import { detectable, powerOf, repeatsFor, type Design } from './power.ts';

export interface PairPower extends Design {
  /** Sample standard deviation of the differences between the two methods, in the unit of the measure. */
  readonly spread: number;
  /** The difference of interest, and the wanted power. */
  readonly difference: number;
  readonly wanted: number;
  /** Probability that the present design detects the difference. */
  readonly power: number;
  /** Smallest difference that it detects with the wanted power. */
  readonly detectable: number;
  /** Minimum repeats at this n_test/n_train; null: no number is enough. */
  readonly repeatsNeeded: number | null;
  /** Largest n_test/n_train at which the same number of repeats is enough, with the same spread; null: none. */
  readonly testToTrainNeeded: number | null;
}

/**
 * Power of the two-sided corrected resampled t-test for a true difference, by the spread of the given repeats. Null
 * below two repeats, or if all differences are equal.
 */
export function pairPower(
  differences: readonly number[],
  { testToTrain, alpha }: { readonly testToTrain: number; readonly alpha: number },
  difference: number,
  wanted: number,
): PairPower | null {
  const spread = differences.length < 2 ? 0 : sampleStd(differences);
  if (spread === 0) return null;
  const design: Design = { repeats: differences.length, testToTrain, alpha, tails: 2 };
  const effect = Math.abs(difference) / spread;
  return {
    ...design,
    spread,
    difference,
    wanted,
    power: powerOf(design, effect),
    detectable: spread * detectable(design, wanted),
    repeatsNeeded: repeatsFor(design, effect, wanted),
    testToTrainNeeded: ratioFor(design, effect, wanted),
  };
}

function ratioFor(design: Design, effect: number, wanted: number): number | null {
  const suffices = (testToTrain: number): boolean => powerOf({ ...design, testToTrain }, effect) >= wanted;
  if (suffices(design.testToTrain)) return design.testToTrain;
  if (!suffices(0)) return null;
  let [low, high] = [0, design.testToTrain];
  for (let step = 0; step < 40; step++) {
    const middle = (low + high) / 2;
    if (suffices(middle)) low = middle;
    else high = middle;
  }
  return low;
}
