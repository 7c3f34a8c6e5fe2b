/** Test images that one split would need. */
import { normalQuantile } from '../stats/distributions/normal.ts';
import type { SplitDisagreement } from './pairTest.ts';

/**
 * Test images for McNemar's two-sided test to find a difference of error rates (percentage points) with this power
 * (Connor, Biometrics 43, 1987): (z_(α/2) √ψ + z_β √(ψ − δ²))² / δ², with the share ψ of images that only one of the
 * two gets wrong as it is in a split. Null where ψ is below δ, so that no such difference could be.
 */
export function imagesFor(
  { onlyFirstWrong, onlySecondWrong, tests }: SplitDisagreement,
  difference: number,
  alpha: number,
  wanted: number,
): number | null {
  const delta = Math.abs(difference) / 100;
  const share = (onlyFirstWrong + onlySecondWrong) / tests;
  if (delta === 0 || share < delta) return null;
  const bound = normalQuantile(1 - alpha / 2) * Math.sqrt(share);
  return Math.ceil(((bound + normalQuantile(wanted) * Math.sqrt(share - delta ** 2)) / delta) ** 2);
}
