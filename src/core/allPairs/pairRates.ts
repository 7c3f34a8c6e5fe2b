/** Verification rates at every threshold, from the genuine scores and the counts of impostors between them. */
import { equalErrorRate } from '../stats/rocAreas.ts';
import type { GenuineScores } from './genuineScores.ts';

/** Rates at one threshold. A pair is accepted if its score is at least the threshold. */
export interface OperatingPoint {
  readonly threshold: number;
  /** False acceptance: share of impostor pairs. */
  readonly far: number;
  /** True acceptance: share of genuine pairs. */
  readonly tar: number;
}

export interface PairRates {
  readonly genuine: number;
  readonly impostors: number;
  /** Area under the curve: probability that a genuine score exceeds an impostor score; ties count half. */
  readonly auc: number;
  /** Equal error rate, a share; interpolated linearly between two thresholds. */
  readonly eer: number;
  /** The lowest threshold whose false acceptance rate is at most `far`; null if there is none. */
  readonly within: (far: number) => OperatingPoint | null;
}

/**
 * Rates as defined by `rocOf` of measures, for samples that do not fit in memory. Impostor scores between two genuine
 * scores count as distinct for the equal error rate, which shifts it by less than one impostor. Throws RangeError
 * without impostors.
 *
 * @param counts impostors, as in `Tally`
 */
export function pairRates({ values, multiplicity, pairs }: GenuineScores, counts: Float64Array): PairRates {
  const impostors = counts.reduce((sum, count) => sum + count, 0);
  if (impostors === 0) throw new RangeError('pairRates: there is no impostor pair');
  // Accepted impostor and genuine pairs with the threshold at genuine score k.
  const falseAccepts = new Float64Array(values.length);
  const trueAccepts = new Float64Array(values.length);
  let area = 0;
  let eer: number | null = null;
  let [acceptedImpostors, acceptedGenuine] = [0, 0];
  for (let k = values.length - 1; k >= 0; k--) {
    const rejected = 1 - acceptedGenuine / pairs;
    const between = counts[2 * k + 2];
    // Impostors are accepted one by one; the number of rejected genuine pairs does not change.
    if (eer === null && (acceptedImpostors + between) / impostors >= rejected) {
      const reached = Math.max(1, Math.ceil(rejected * impostors) - acceptedImpostors);
      eer = equalErrorRate(
        (acceptedImpostors + reached - 1) / impostors,
        rejected,
        (acceptedImpostors + reached) / impostors,
        rejected,
      );
    }
    const before = acceptedImpostors + between;
    acceptedImpostors = before + counts[2 * k + 1];
    area += multiplicity[k] * (impostors - acceptedImpostors + counts[2 * k + 1] / 2);
    acceptedGenuine += multiplicity[k];
    if (eer === null && acceptedImpostors / impostors >= 1 - acceptedGenuine / pairs) {
      eer = equalErrorRate(before / impostors, rejected, acceptedImpostors / impostors, 1 - acceptedGenuine / pairs);
    }
    falseAccepts[k] = acceptedImpostors;
    trueAccepts[k] = acceptedGenuine;
  }
  return {
    genuine: pairs,
    impostors,
    auc: area / (pairs * impostors),
    eer: eer!,
    within(far) {
      const allowed = Math.floor(far * impostors + 1e-9);
      let [from, to] = [0, values.length];
      // `falseAccepts` decreases as the threshold rises.
      while (from < to) {
        const middle = (from + to) >>> 1;
        if (falseAccepts[middle] <= allowed) to = middle;
        else from = middle + 1;
      }
      if (from === values.length) return null;
      return { threshold: values[from], far: falseAccepts[from] / impostors, tar: trueAccepts[from] / pairs };
    },
  };
}

/** False acceptance rates from 1 down to that of a single impostor, `steps` per decade. */
export function falseAcceptances(impostors: number, steps: number): number[] {
  const decades = Math.floor(Math.log10(impostors) + 1e-9);
  return Array.from({ length: decades * steps + 1 }, (_, i) => 10 ** (-i / steps));
}
