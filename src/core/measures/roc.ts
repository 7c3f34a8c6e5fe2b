/** Receiver operating characteristics of two samples of scores. */
import { equalErrorRate } from '../stats/rocAreas.ts';
import { FALSE_ACCEPTANCE, type CurveId } from './curves.ts';
import { unavailableMeasures, type Measured } from './measureGroup.ts';
import { operatingPoints } from './threshold.ts';

export interface Roc {
  /** Area under the curve: the probability that a genuine score exceeds an impostor's, ties counted half. */
  readonly auc: number;
  /** Equal error rate in per cent, by linear interpolation between two thresholds. */
  readonly eer: number;
  /** Number of genuine scores accepted at the loosest threshold within each rate of `FALSE_ACCEPTANCE`. */
  readonly accepted: readonly number[];
}

/** The curve of two kinds of weighted comparisons, from the strictest threshold to the loosest. */
export class RocSweep {
  /** Weight of the genuine comparisons accepted at the loosest threshold within each rate of `FALSE_ACCEPTANCE`. */
  readonly accepted: number[];
  /** Sum over the impostor comparisons of the genuine weight that exceeds each. */
  area = 0;
  /** A share; null before it is reached. */
  eer: number | null = null;
  /** Share of the impostor weight that is accepted, and of the genuine weight that is rejected. */
  taken = 0;
  missed = 1;
  readonly #genuine: number;
  readonly #impostors: number;
  readonly #allowed: readonly number[];
  #rate = 0;
  #hits = 0;
  #alarms = 0;

  /** Total weights. */
  constructor(genuine: number, impostors: number) {
    this.#genuine = genuine;
    this.#impostors = impostors;
    this.#allowed = FALSE_ACCEPTANCE.map((share) => Math.floor(share * impostors + 1e-9));
    this.accepted = this.#allowed.map(() => genuine);
  }

  /** The next threshold: weights of the genuine and impostor comparisons that it accepts. */
  step(hits: number, alarms: number): void {
    this.area += ((alarms - this.#alarms) * (this.#hits + hits)) / 2;
    // Rates that this threshold exceeds keep the weight of the previous one.
    while (this.#rate < this.#allowed.length && alarms > this.#allowed[this.#rate]) {
      this.accepted[this.#rate++] = this.#hits;
    }
    const [taken, missed] = [alarms / this.#impostors, 1 - hits / this.#genuine];
    if (this.eer === null && taken >= missed) this.eer = equalErrorRate(this.taken, this.missed, taken, missed);
    this.taken = taken;
    this.missed = missed;
    this.#hits = hits;
    this.#alarms = alarms;
  }
}

/** null without scores on either side, or if one is not a number. Larger scores are accepted first. */
export function rocOf(genuine: Float64Array, impostors: Float64Array): Roc | null {
  if (genuine.length === 0 || impostors.length === 0) return null;
  if (genuine.some(Number.isNaN) || impostors.some(Number.isNaN)) return null;
  const sweep = new RocSweep(genuine.length, impostors.length);
  for (const { misses, falseAlarms } of operatingPoints({ genuine, impostors })) {
    sweep.step(genuine.length - misses, falseAlarms);
  }
  return { auc: sweep.area / (genuine.length * impostors.length), eer: 100 * sweep.eer!, accepted: sweep.accepted };
}

/** AUC and equal error rate of two samples of scores under these names, and their curve. */
export function rocMeasures(
  genuine: Float64Array,
  impostors: Float64Array,
  [auc, eer]: readonly [string, string],
  curve: CurveId,
): Measured {
  const roc = rocOf(genuine, impostors);
  if (!roc) return unavailableMeasures([auc, eer], curve);
  return {
    values: { [auc]: roc.auc, [eer]: roc.eer },
    curves: { [curve]: { of: genuine.length, counts: roc.accepted } },
  };
}
