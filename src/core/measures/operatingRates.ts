/** The operating points of verification that are reported. */

/** False acceptance rates, as powers of ten. */
export const POWERS = [1, 2, 3, 4] as const;

/** Costs and prior of a target, as in the speaker recognition evaluations of NIST from 1996 to 2008. */
export const [MISS_COST, ALARM_COST, PRIOR] = [10, 1, 0.01] as const;

/** What the rates of misses and of false alarms weigh in the detection cost. */
export const [MISS_WEIGHT, ALARM_WEIGHT] = [MISS_COST * PRIOR, ALARM_COST * (1 - PRIOR)] as const;

/** Of n comparisons without an event, rates up to 3/n remain possible, at 95 %. */
export const RULE_OF_THREE = 3;

/** Whether so many impostor comparisons can show a false acceptance rate of 10^-power. */
export function supportsRate(impostors: number, power: number): boolean {
  return impostors >= RULE_OF_THREE * 10 ** power;
}
