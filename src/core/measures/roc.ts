/** Receiver operating characteristics of two samples of scores. */
import { FALSE_ACCEPTANCE, type CurveId } from './curves.ts';
import { unavailableMeasures, type Measured } from './measureGroup.ts';

export interface Roc {
  /** Area under the curve: the probability that a genuine score exceeds an impostor's, ties counted half. */
  readonly auc: number;
  /** Equal error rate in per cent, by linear interpolation between two thresholds. */
  readonly eer: number;
  /** Number of genuine scores accepted at the loosest threshold within each rate of `FALSE_ACCEPTANCE`. */
  readonly accepted: readonly number[];
}

/** null without scores on either side, or if one is not a number. Larger scores are accepted first. */
export function rocOf(genuine: Float64Array, impostors: Float64Array): Roc | null {
  if (genuine.length === 0 || impostors.length === 0) return null;
  if (genuine.some(Number.isNaN) || impostors.some(Number.isNaN)) return null;
  const [sortedGenuine, sortedImpostors] = [genuine.toSorted(), impostors.toSorted()];
  const allowed = FALSE_ACCEPTANCE.map((share) => Math.floor(share * sortedImpostors.length + 1e-9));
  const accepted = allowed.map(() => sortedGenuine.length);
  let rate = 0;
  let [g, i] = [sortedGenuine.length, sortedImpostors.length];
  let area = 0;
  let eer: number | null = null;
  let before = { accepted: 0, rejected: 1 };
  while (g > 0 || i > 0) {
    // All scores that equal the next threshold are accepted together.
    const threshold = Math.max(sortedGenuine[g - 1] ?? -Infinity, sortedImpostors[i - 1] ?? -Infinity);
    const [genuineBefore, impostorsBefore] = [sortedGenuine.length - g, sortedImpostors.length - i];
    while (g > 0 && sortedGenuine[g - 1] === threshold) g--;
    while (i > 0 && sortedImpostors[i - 1] === threshold) i--;
    const [genuineNow, impostorsNow] = [sortedGenuine.length - g, sortedImpostors.length - i];
    area += ((impostorsNow - impostorsBefore) * (genuineBefore + genuineNow)) / 2;
    // Rates that this threshold exceeds keep the count of the previous one.
    while (rate < allowed.length && impostorsNow > allowed[rate]) accepted[rate++] = genuineBefore;
    const now = { accepted: impostorsNow / sortedImpostors.length, rejected: 1 - genuineNow / sortedGenuine.length };
    if (eer === null && now.accepted >= now.rejected) {
      const [gap, left] = [before.rejected - before.accepted, now.accepted - now.rejected];
      eer = before.accepted + (gap / (gap + left)) * (now.accepted - before.accepted);
    }
    before = now;
  }
  return { auc: area / (sortedGenuine.length * sortedImpostors.length), eer: 100 * eer!, accepted };
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
