/** How far the repeats' differences between methods scatter, by what a study has finished. */
import { quantile, sampleStd } from '../stats/describe.ts';
import { pairSamples, type RepeatValues } from './repeatValues.ts';

/**
 * The median sample standard deviation of the differences between a method and each other one, over the repeats that
 * both have; null where no two of them have two repeats in common.
 */
export function differenceSpread(reference: RepeatValues, others: readonly RepeatValues[]): number | null {
  const spreads = others
    .map((other) => pairSamples(reference, other).differences)
    .filter((differences) => differences.length >= 2)
    .map(sampleStd);
  return spreads.length === 0 ? null : quantile(spreads, 0.5);
}
