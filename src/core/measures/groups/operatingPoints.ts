import {
  comparisonsOf,
  PERCENT,
  PURE,
  valuesOnly,
  type MeasureDeclaration,
  type MeasureGroupDeclaration,
} from '../measureGroup.ts';
import {
  ALARM_COST,
  ALARM_WEIGHT,
  MISS_COST,
  FAR_PERCENT,
  MISS_WEIGHT,
  oneIn,
  PRIOR,
  RULE_OF_THREE,
  supportsRate,
  tarId,
  type TarId,
} from '../operatingRates.ts';
import { operatingPoints as points, thresholdBy } from '../threshold.ts';
import type { ScoreSamples } from '../../classify/pairScores.ts';

export const operatingPoints = {
  kind: 'operating-points',
  title: 'Verification: TAR at FAR, least cost and HTER, threshold',
  requested: 'by name',
  needs: 'scores',
  measures: [
    ...FAR_PERCENT.map((percent): MeasureDeclaration<TarId> => ({
      id: tarId(percent),
      title: `TAR at FAR ${percent}%`,
      prose: `the true acceptance rate (TAR) at a false acceptance rate (FAR) of ${percent}%`,
      ...PERCENT,
      better: 'higher',
      subjects: 'middle',
      digits: 1,
      meaning:
        `Share of the genuine pairs accepted where at most 1 impostor pair in ${oneIn(percent)} is; ` +
        `no value below ${RULE_OF_THREE * oneIn(percent)} impostor pairs, which do not support the rate.`,
    })),
    {
      id: 'min-dcf',
      title: 'Minimum detection cost',
      prose: 'the minimum detection cost over all thresholds',
      ...PURE,
      better: 'lower',
      subjects: 'shifted middle',
      digits: 3,
      meaning:
        `Least of ${MISS_COST} · ${PRIOR} · P_miss + ${ALARM_COST} · ${1 - PRIOR} · P_fa over all thresholds, ` +
        'divided by the cost of the better of accepting all and none (NIST).',
    },
    {
      id: 'min-hter',
      title: 'Minimum half total error rate',
      prose: 'the minimum half total error rate over all thresholds',
      ...PERCENT,
      better: 'lower',
      subjects: 'shifted middle',
      digits: 1,
      meaning:
        'Least mean of the rates of false acceptance and false rejection over all thresholds, chosen on the pairs themselves.',
    },
    {
      id: 'eer-threshold',
      title: 'Threshold of the equal error rate',
      prose: 'the threshold of the equal error rate',
      unit: '',
      range: [null, null],
      margin: null,
      better: 'higher',
      digits: 4,
      meaning:
        'Score above which pairs are accepted where both rates of error are nearest: of metrics minus a distance, of Euclidean ones minus its square; of no use to compare methods.',
    },
  ],
  measure(evaluated) {
    const samples = comparisonsOf(evaluated);
    const hasBothKinds = samples && samples.genuine.length > 0 && samples.impostors.length > 0;
    const all = hasBothKinds && ![...samples.genuine, ...samples.impostors].some(Number.isNaN) ? samples : null;
    const threshold = all && thresholdBy('equal rates', all);
    return valuesOnly({
      ...Object.fromEntries(FAR_PERCENT.map((percent) => [tarId(percent), all && acceptedAt(all, percent)])),
      'min-dcf': all && leastCost(all, MISS_WEIGHT, ALARM_WEIGHT) / Math.min(MISS_WEIGHT, ALARM_WEIGHT),
      'min-hter': all && 50 * leastCost(all, 1, 1),
      'eer-threshold': threshold !== null && Number.isFinite(threshold) ? threshold : null,
    });
  },
} as const satisfies MeasureGroupDeclaration;

/** In per cent; null if there are too few impostor comparisons for the rate. */
function acceptedAt(samples: ScoreSamples, percent: (typeof FAR_PERCENT)[number]): number | null {
  const [genuineCount, impostorCount] = [samples.genuine.length, samples.impostors.length];
  if (!supportsRate(impostorCount, percent)) return null;
  const allowed = Math.floor(impostorCount / oneIn(percent));
  let accepted = 0;
  for (const { misses, falseAlarms } of points(samples)) {
    if (falseAlarms > allowed) break;
    accepted = genuineCount - misses;
  }
  return (100 * accepted) / genuineCount;
}

/** Least weighted sum of the rates of misses and false alarms. */
function leastCost(samples: ScoreSamples, missWeight: number, alarmWeight: number): number {
  const [genuineCount, impostorCount] = [samples.genuine.length, samples.impostors.length];
  let least = Infinity;
  for (const { misses, falseAlarms } of points(samples)) {
    least = Math.min(least, (missWeight * misses) / genuineCount + (alarmWeight * falseAlarms) / impostorCount);
  }
  return least;
}
