/** Equivalence by two one-sided tests (Schuirmann, Journal of Pharmacokinetics and Biopharmaceutics 15, 1987). */
import { correctedResampledT } from './pairedT.ts';
import { isUnavailable, type TestOutcome } from './testResult.ts';

/**
 * The null hypothesis is that the mean difference is at least `margin` away from 0: corrected resampled t-tests of d̄ >
 * −margin and d̄ < margin, with the variance (1/n + n_test/n_train) s_d². p is the larger of the two; the statistic is
 * from the same test. `margin` ≥ 0 is in the unit of the differences. Undefined below two differences or if all are
 * equal. Throws RangeError for a margin that is negative or not finite.
 */
export function equivalenceT(d: ArrayLike<number>, testToTrain: number, margin: number): TestOutcome {
  if (!(margin >= 0 && margin < Infinity)) {
    throw new RangeError(`equivalenceT: margin must be finite and 0 or more, found ${margin}`);
  }
  const values = Float64Array.from(d);
  const above = correctedResampledT(
    values.map((value) => value + margin),
    testToTrain,
    'greater',
  );
  const below = correctedResampledT(
    values.map((value) => value - margin),
    testToTrain,
    'less',
  );
  if (isUnavailable(above)) return above;
  if (isUnavailable(below)) return below;
  return above.p >= below.p ? above : below;
}
