/** Rates of verification from comparisons that count several times or not at all: draws of a bootstrap. */
import { ALARM_WEIGHT, FAR_PERCENT, MISS_WEIGHT, oneIn, supportsRate, tarId, type TarId } from './operatingRates.ts';
import { RocSweep } from './roc.ts';

/** The comparisons of a split in the order of their scores. */
export interface OrderedComparisons {
  /** Indices of the comparisons, best score first. */
  readonly order: Int32Array;
  /** End of each run of equal scores in that order; thresholds lie between runs. */
  readonly ends: readonly number[];
  readonly genuine: ArrayLike<number>;
  /** Number of runs that the threshold of the development pairs accepts; null: unknown. */
  readonly accepted: number | null;
}

export const RATE_IDS = [
  'verification-auc',
  'verification-eer',
  ...FAR_PERCENT.map(tarId),
  'min-dcf',
  'min-hter',
  'hter',
  'false-acceptance',
  'false-rejection',
] as const;

export type RateId = (typeof RATE_IDS)[number];

export interface WeightedRates {
  /** Values of the measures of these names; null if undefined. */
  readonly values: Readonly<Record<RateId, number | null>>;
  /** Weight of the genuine comparisons accepted at the rates of `FALSE_ACCEPTANCE`, and of all genuine ones. */
  readonly counts: readonly number[];
  readonly of: number;
}

/**
 * `decided`: impostors accepted and genuine comparisons rejected at the threshold of the development pairs, which
 * locates it among the scores; null: unknown. Throws RangeError if no threshold makes these errors.
 */
export function orderComparisons(
  scores: ArrayLike<number>,
  genuine: ArrayLike<number>,
  decided: { readonly falseAlarms: number; readonly misses: number } | null,
): OrderedComparisons {
  const order = Int32Array.from({ length: scores.length }, (_, i) => i).sort((a, b) => scores[b] - scores[a] || a - b);
  const ends: number[] = [];
  for (let position = 1; position <= order.length; position++) {
    if (position === order.length || scores[order[position]] !== scores[order[position - 1]]) ends.push(position);
  }
  return { order, ends, genuine, accepted: decided && runsAccepted(order, ends, genuine, decided) };
}

function runsAccepted(
  order: Int32Array,
  ends: readonly number[],
  genuine: ArrayLike<number>,
  { falseAlarms, misses }: { readonly falseAlarms: number; readonly misses: number },
): number {
  const genuineCount = Array.from(genuine).reduce((sum, kind) => sum + kind, 0);
  let [at, hits] = [0, 0];
  for (let run = 0; run <= ends.length; run++) {
    if (at - hits === falseAlarms && genuineCount - hits === misses) return run;
    for (; at < (ends[run] ?? at); at++) hits += genuine[order[at]];
  }
  throw new RangeError(`No threshold accepts ${falseAlarms} impostors and rejects ${misses} genuine comparisons`);
}

/**
 * The rates with a whole-number weight per comparison; with all weights 1 those of the measures. null if the genuine or
 * impostor comparisons have no weight.
 */
export function weightedRates(
  { order, ends, genuine, accepted: decided }: OrderedComparisons,
  weights: ArrayLike<number>,
): WeightedRates | null {
  let [genuineWeight, impostorWeight] = [0, 0];
  for (let i = 0; i < order.length; i++) {
    if (genuine[i] === 1) genuineWeight += weights[i];
    else impostorWeight += weights[i];
  }
  if (genuineWeight === 0 || impostorWeight === 0) return null;
  const sweep = new RocSweep(genuineWeight, impostorWeight);
  const within = FAR_PERCENT.map((percent) => Math.floor(impostorWeight / oneIn(percent)));
  const tar = FAR_PERCENT.map(() => genuineWeight);
  let [hits, alarms] = [0, 0];
  let strictest = FAR_PERCENT.length - 1;
  let cost = MISS_WEIGHT;
  let errors = 1;
  let [falseAcceptance, falseRejection] = decided === 0 ? [0, 1] : [NaN, NaN];
  let position = 0;
  for (let run = 0; run < ends.length; run++) {
    const hitsBefore = hits;
    for (; position < ends[run]; position++) {
      const weight = weights[order[position]];
      if (genuine[order[position]] === 1) hits += weight;
      else alarms += weight;
    }
    sweep.step(hits, alarms);
    const { taken, missed } = sweep;
    while (strictest >= 0 && alarms > within[strictest]) tar[strictest--] = hitsBefore;
    cost = Math.min(cost, MISS_WEIGHT * missed + ALARM_WEIGHT * taken);
    errors = Math.min(errors, missed + taken);
    if (run + 1 === decided) [falseAcceptance, falseRejection] = [taken, missed];
  }
  const hasThreshold = decided !== null;
  return {
    values: {
      'verification-auc': sweep.area / (genuineWeight * impostorWeight),
      'verification-eer': 100 * sweep.eer!,
      ...(Object.fromEntries(
        FAR_PERCENT.map((percent, i) => [tarId(percent), (100 * tar[i]) / genuineWeight]),
      ) as Record<TarId, number>),
      'min-dcf': cost / Math.min(MISS_WEIGHT, ALARM_WEIGHT),
      'min-hter': 50 * errors,
      hter: hasThreshold ? 50 * (falseAcceptance + falseRejection) : null,
      'false-acceptance': hasThreshold ? 100 * falseAcceptance : null,
      'false-rejection': hasThreshold ? 100 * falseRejection : null,
    },
    counts: sweep.accepted,
    of: genuineWeight,
  };
}

/** Whether the impostor comparisons of a split support a measure: TAR needs enough of them for its FAR. */
export function supportsMeasure(id: RateId, { genuine }: Pick<OrderedComparisons, 'genuine'>): boolean {
  const percent = FAR_PERCENT.find((one) => id === tarId(one));
  if (percent === undefined) return true;
  const impostors = Array.from(genuine).reduce((sum, kind) => sum + (1 - kind), 0);
  return supportsRate(impostors, percent);
}
