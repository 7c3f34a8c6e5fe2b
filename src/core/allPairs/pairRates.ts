/** Rates of verification at every threshold, from genuine scores and the impostors among them. */
import type { GenuineScores } from './genuineScores.ts';

/** At one threshold: a pair is accepted where its score is not below. */
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
  /** Area under the curve: how probable it is that a genuine score exceeds an impostor's, ties counted half. */
  readonly auc: number;
  /** Equal error rate, a share, between two thresholds by straight lines. */
  readonly eer: number;
  /** The loosest threshold that keeps within this rate of false acceptance; null: none does. */
  readonly within: (far: number) => OperatingPoint | null;
}

/**
 * As `rocOf` of measures defines them, for samples too large to hold. Impostor scores between two genuine ones count as
 * distinct for the equal error rate: that shifts it by less than one impostor. Throws RangeError without impostors.
 *
 * @param counts impostors as `Tally` has them
 */
export function pairRates({ values, multiplicity, pairs }: GenuineScores, counts: Float64Array): PairRates {
  const impostors = counts.reduce((sum, count) => sum + count, 0);
  if (impostors === 0) throw new RangeError('pairRates: there is no impostor pair');
  // Accepted with the threshold at genuine score k.
  const accepted = new Float64Array(values.length);
  const own = new Float64Array(values.length);
  let area = 0;
  let eer: number | null = null;
  let [others, mine] = [0, 0];
  for (let k = values.length - 1; k >= 0; k--) {
    const rejected = 1 - mine / pairs;
    const between = counts[2 * k + 2];
    // Impostors are accepted one by one while the genuine pairs that are rejected stay the same.
    if (eer === null && (others + between) / impostors >= rejected) {
      const reached = Math.max(1, Math.ceil(rejected * impostors) - others);
      eer = crossing([(others + reached - 1) / impostors, rejected], [(others + reached) / impostors, rejected]);
    }
    const before = others + between;
    others = before + counts[2 * k + 1];
    area += multiplicity[k] * (impostors - others + counts[2 * k + 1] / 2);
    mine += multiplicity[k];
    if (eer === null && others / impostors >= 1 - mine / pairs) {
      eer = crossing([before / impostors, rejected], [others / impostors, 1 - mine / pairs]);
    }
    accepted[k] = others;
    own[k] = mine;
  }
  return {
    genuine: pairs,
    impostors,
    auc: area / (pairs * impostors),
    eer: eer!,
    within(far) {
      const allowed = Math.floor(far * impostors + 1e-9);
      let [from, to] = [0, values.length];
      // `accepted` falls as the threshold rises.
      while (from < to) {
        const middle = (from + to) >>> 1;
        if (accepted[middle] <= allowed) to = middle;
        else from = middle + 1;
      }
      if (from === values.length) return null;
      return { threshold: values[from], far: accepted[from] / impostors, tar: own[from] / pairs };
    },
  };
}

type Errors = readonly [accepted: number, rejected: number];

/** Where false acceptance meets false rejection between two thresholds. */
function crossing([before, missedBefore]: Errors, [now, missed]: Errors): number {
  const [gap, left] = [missedBefore - before, now - missed];
  return before + (gap / (gap + left)) * (now - before);
}

/** Rates of false acceptance from 1 down to the least that one impostor makes, `steps` per decade. */
export function falseAcceptances(impostors: number, steps: number): number[] {
  const decades = Math.floor(Math.log10(impostors) + 1e-9);
  return Array.from({ length: decades * steps + 1 }, (_, i) => 10 ** (-i / steps));
}
