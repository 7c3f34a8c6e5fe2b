/** Reported operating points of verification. */

/** False acceptance rates in per cent, by which measures are named. */
export const FAR_PERCENT = [10, 1, 0.1, 0.01] as const;

type FarPercent = (typeof FAR_PERCENT)[number];

export type TarId = `tar-at-far-${FarPercent}`;

/** The measure of the true acceptance rate at a false acceptance rate. */
export function tarId(percent: FarPercent): TarId {
  return `tar-at-far-${percent}`;
}

/** The n of "1 in n impostor comparisons is accepted" at a rate. */
export function oneIn(percent: FarPercent): number {
  return Math.round(100 / percent);
}

/** Costs and prior of a target, as in the speaker recognition evaluations of NIST from 1996 to 2008. */
export const [MISS_COST, ALARM_COST, PRIOR] = [10, 1, 0.01] as const;

/** Weights of the rates of misses and false alarms in the detection cost. */
export const [MISS_WEIGHT, ALARM_WEIGHT] = [MISS_COST * PRIOR, ALARM_COST * (1 - PRIOR)] as const;

/** With no event in n comparisons, rates up to 3/n remain possible, at 95%. */
export const RULE_OF_THREE = 3;

/** Whether this number of impostor comparisons supports a false acceptance rate. */
export function supportsRate(impostors: number, percent: FarPercent): boolean {
  return impostors >= RULE_OF_THREE * oneIn(percent);
}
