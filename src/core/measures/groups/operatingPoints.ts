import { comparisonsOf } from '../comparisons.ts';
import { PERCENT, PURE, valuesOnly, type MeasureDeclaration, type MeasureGroupDeclaration } from '../measureGroup.ts';
import {
  ALARM_COST,
  ALARM_WEIGHT,
  MISS_COST,
  MISS_WEIGHT,
  POWERS,
  PRIOR,
  RULE_OF_THREE,
  supportsRate,
} from '../operatingRates.ts';
import { operatingPoints as points, thresholdBy } from '../threshold.ts';
import type { ScoreSamples } from '../../classify/pairScores.ts';

type TarId = `tar-${(typeof POWERS)[number]}`;

export const operatingPoints = {
  kind: 'operating-points',
  title: 'Verification: TAR at FAR, detection cost, threshold',
  asked: 'by name',
  needs: 'scores',
  measures: [
    ...POWERS.map((power): MeasureDeclaration<TarId> => ({
      id: `tar-${power}`,
      title: `TAR at FAR ${Number((100 * 10 ** -power).toPrecision(1))} %`,
      ...PERCENT,
      better: 'higher',
      subjects: 'middle',
      digits: 1,
      meaning:
        `Share of the genuine pairs accepted where at most 1 impostor pair in ${10 ** power} is; ` +
        `no value below ${RULE_OF_THREE * 10 ** power} impostor pairs, which do not support the rate.`,
    })),
    {
      id: 'min-dcf',
      title: 'Minimum detection cost',
      ...PURE,
      better: 'lower',
      subjects: 'shifted middle',
      digits: 3,
      meaning:
        `Least of ${MISS_COST} · ${PRIOR} · P_miss + ${ALARM_COST} · ${1 - PRIOR} · P_fa over all thresholds, ` +
        'divided by the cost of the better of accepting all and none (NIST).',
    },
    {
      id: 'eer-threshold',
      title: 'Threshold of the equal error rate',
      unit: '',
      range: [null, null],
      margin: null,
      better: 'higher',
      digits: 4,
      meaning:
        'Score above which pairs are accepted where both rates of error are nearest: of metrics minus a distance, of Euclidean ones minus its square; of no use to compare methods.',
    },
  ],
  measure(look) {
    const samples = comparisonsOf(look);
    const known = samples && samples.genuine.length > 0 && samples.impostors.length > 0;
    const all = known && ![...samples.genuine, ...samples.impostors].some(Number.isNaN) ? samples : null;
    const threshold = all && thresholdBy('equal rates', all);
    return valuesOnly({
      ...Object.fromEntries(POWERS.map((power) => [`tar-${power}`, all && acceptedAt(all, power)])),
      'min-dcf': all && leastCost(all),
      'eer-threshold': threshold !== null && Number.isFinite(threshold) ? threshold : null,
    });
  },
} as const satisfies MeasureGroupDeclaration;

/** In per cent; null where the impostor comparisons are too few for the rate. */
function acceptedAt(samples: ScoreSamples, power: number): number | null {
  const [own, others] = [samples.genuine.length, samples.impostors.length];
  if (!supportsRate(others, power)) return null;
  const allowed = Math.floor(others / 10 ** power);
  let accepted = 0;
  for (const { misses, falseAlarms } of points(samples)) {
    if (falseAlarms > allowed) break;
    accepted = own - misses;
  }
  return (100 * accepted) / own;
}

function leastCost(samples: ScoreSamples): number {
  const [own, others] = [samples.genuine.length, samples.impostors.length];
  let least = Infinity;
  for (const { misses, falseAlarms } of points(samples)) {
    least = Math.min(least, (MISS_WEIGHT * misses) / own + (ALARM_WEIGHT * falseAlarms) / others);
  }
  return least / Math.min(MISS_WEIGHT, ALARM_WEIGHT);
}
